// Notices of this browser: asking for them, and showing one when it is one's turn at a table in a hidden tab.

const place = document.querySelector("[data-push]");
const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

if (place) {
  const [on, off, never] = ["on", "off", "never"].map((name) => place.querySelector(`[data-push-${name}]`));
  const show = (state) => {
    on.hidden = state !== "off";
    off.hidden = state !== "on";
    never.hidden = state !== "never";
  };
  const now = async () => show(!able || Notification.permission === "denied" ? "never" : (await subscription()) ? "on" : "off");
  on.addEventListener("click", async () => {
    try {
      if ((await Notification.requestPermission()) === "granted") await subscribe(place.dataset.push);
    } catch (problem) {
      never.querySelector("span").textContent = problem.message; // a browser without a push service says why
      return show("never");
    }
    now();
  });
  off.addEventListener("click", async () => {
    const known = await subscription();
    if (known) {
      await tell("/notices/browser/remove", { endpoint: known.endpoint });
      await known.unsubscribe();
    }
    now();
  });
  now();
}

async function subscription() {
  const worker = await navigator.serviceWorker.getRegistration("/");
  return worker?.pushManager.getSubscription();
}

async function subscribe(key) {
  await navigator.serviceWorker.register("/worker.js");
  const worker = await navigator.serviceWorker.ready;
  const made = (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON();
  await tell("/notices/browser", { endpoint: made.endpoint, p256dh: made.keys.p256dh, auth: made.keys.auth });
}

async function tell(url, words) {
  const answer = await fetch(url, { method: "POST", body: new URLSearchParams(words) });
  if (!answer.ok) throw new Error(answer.statusText);
}

// A table that is open but hidden: the server says nothing, since a screen is there, so the screen says it.
document.addEventListener("updated", async ({ detail }) => {
  if (!detail.turn || !document.hidden || !able || Notification.permission !== "granted" || !(await subscription())) return;
  const worker = await navigator.serviceWorker.ready;
  const line = document.querySelector("#part-line")?.textContent.trim() || "";
  worker.showNotification(document.querySelector("h1").textContent, { body: line, icon: "/static/icon-192.png", tag: location.href, data: location.pathname });
});
