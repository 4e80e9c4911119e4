// Seeing a game again: arrows, Home, End and space, a slider, and playing by itself. Every position is a plain page;
// this script fetches the next one and puts its parts in their places, so that pieces travel.

const { replaceParts, say } = await import(document.querySelector("script[src*='live.js']").src);
const BEATS = { slow: 2600, normal: 1500, fast: 700 };
let playing = 0, turn = 0;

async function show(url, { keep = false } = {}) {
  const mine = ++turn, answer = await fetch(url);
  if (!answer.ok) return location.assign(url);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (mine !== turn) return; // somebody was quicker
  document.body.className = page.body.className;
  replaceParts(Object.fromEntries([...page.querySelectorAll(".part")].map((part) => [part.id.slice(5), part.innerHTML])));
  document.getElementById("log")?.replaceChildren(...page.getElementById("log").children);
  const log = document.getElementById("log")?.parentElement;
  if (log) log.scrollTop = log.scrollHeight;
  for (const reel of document.querySelectorAll("[data-reel]")) reel.classList.add("over");
  if (!keep) history.replaceState(null, "", url);
  settle();
  say(document.querySelector("[data-said]").textContent);
}

const step = (key) => document.querySelector(`a[data-step-key="${key}"]`);
const go = (key) => { const link = step(key); if (link) return show(link.href); };

// The button that plays; it is hidden where this script does not run.
function settle() {
  const button = document.querySelector("[data-play]");
  button.hidden = false;
  if (!step("ArrowRight")) playing = clearTimeout(playing) || 0;
  button.classList.toggle("on", Boolean(playing));
  button.lastElementChild.textContent = playing ? button.dataset.stop : button.dataset.go;
}

async function on() {
  await go("ArrowRight");
  if (playing) playing = setTimeout(on, BEATS[document.documentElement.dataset.speed] || 1500);
}

async function toggle() {
  if (playing) { clearTimeout(playing); playing = 0; return settle(); }
  playing = 1;
  if (!step("ArrowRight")) await go("Home");
  settle();
  playing = setTimeout(on, 300);
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-play]")) return toggle();
  const link = event.target.closest("a[data-step-key], .eyes a, .chart th a, .moments a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  show(link.href);
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, summary, [tabindex='0']")) return;
  if (event.key === " " && !event.target.closest("a, button")) { event.preventDefault(); toggle(); }
  else if (step(event.key)) { event.preventDefault(); go(event.key); }
});

document.addEventListener("input", (event) => {
  if (event.target.dataset.seek) show(event.target.dataset.seek.replace("/N", `/${event.target.value}`));
});

// A finger drawn across the tape turns the page.
let from = null;
document.addEventListener("touchstart", (event) => { from = event.target.closest(".tape") && !event.target.closest("input") ? event.changedTouches[0] : null; }, { passive: true });
document.addEventListener("touchend", (event) => {
  if (!from) return;
  const across = event.changedTouches[0].clientX - from.clientX, down = event.changedTouches[0].clientY - from.clientY;
  if (Math.abs(across) > 50 && Math.abs(across) > 2 * Math.abs(down)) go(across < 0 ? "ArrowRight" : "ArrowLeft");
});

settle();
