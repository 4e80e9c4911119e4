// Live screens: connect, put the parts that changed in their places, keep focus and typed text, send moves.
// It knows no game and no rule. What it does to the markup is described in docs/screens.md.

const body = document.body;
const live = document.getElementById("live");
const pending = new Map(); // what was sent and not yet answered, by id: sent again after a reconnect
let socket, seen = Number(body.dataset.version || 0), tries = 0, timer = 0, first = true;

// Connection

function connect() {
  clearTimeout(timer);
  if (!body.dataset.live || (socket && socket.readyState < 2)) return;
  const url = new URL(body.dataset.live, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  if (!first) { // what is on the screen is older than the address, and perhaps a curtain has fallen
    url.searchParams.set("page", seen);
    for (const name of ["mark", "seat"]) url.searchParams.delete(name);
  }
  first = false;
  socket = new WebSocket(url);
  socket.onopen = () => {
    tries = 0;
    body.classList.remove("offline");
    for (const ask of pending.values()) socket.send(JSON.stringify(ask));
  };
  socket.onmessage = (event) => apply(JSON.parse(event.data));
  socket.onclose = (event) => {
    if (event.code === 4403) return location.reload();
    body.classList.add("offline");
    timer = setTimeout(connect, Math.min(15000, 400 * 2 ** tries++) * (0.7 + Math.random() * 0.6));
  };
}

function wake() {
  if (document.visibilityState !== "visible") return;
  tries = 0;
  if (!socket || socket.readyState > 1) return connect();
  const stale = socket; // half-open after a long sleep? A question that gets no answer tells.
  const id = send({}, { quiet: true });
  setTimeout(() => { if (pending.has(id) && stale === socket) { pending.delete(id); stale.close(); connect(); } }, 3000);
}

document.addEventListener("visibilitychange", wake);
addEventListener("online", wake);
addEventListener("pageshow", wake);

function send(ask, { quiet = false } = {}) {
  const id = ask.id || crypto.getRandomValues(new Uint32Array(4)).join("-");
  const whole = { ...ask, id, seen, ...(me && { seat: me - 1 }) };
  pending.set(id, whole);
  if (socket?.readyState === 1) socket.send(JSON.stringify(whole));
  else if (!quiet) connect();
  return id;
}

// What arrives

function apply(update) {
  if (update.reload) { staying = true; return location.reload(); }
  if (update.v !== undefined) seen = update.v;
  if ("me" in update) mark(update.me);
  if (update.parts) replaceParts(update.parts);
  if (update.log) tell(update.log);
  if (update.talk) hear(update.talk);
  if ("turn" in update) turn(update.turn);
  for (const answer of update.answers || []) {
    const ask = pending.get(answer.id);
    pending.delete(answer.id);
    for (const form of document.querySelectorAll(`form[data-sent="${answer.id}"]`)) {
      unsent(form);
      if (!answer.refused) form.reset();
    }
    if (answer.refused) toast(answer.refused, answer.rule);
    document.dispatchEvent(new CustomEvent("answered", { detail: { ask, answer } }));
  }
  for (const form of document.querySelectorAll("form.move")) if (!form.checkVisibility()) form.reset(); // its time is over
  document.dispatchEvent(new CustomEvent("updated", { detail: update }));
}

let me = Number(body.className.match(/\bme-(\d+)/)?.[1] || 0); // the number of the seat whose eyes look; 0 for nobody's

function mark(now) {
  body.classList.remove(`me-${me}`);
  me = now;
  if (me) body.classList.add(`me-${me}`);
}

export function replaceParts(parts) {
  const before = places();
  for (const [name, html] of Object.entries(parts)) {
    const place = document.getElementById(`part-${name}`);
    if (place) keeping(place, () => { place.innerHTML = html; });
  }
  travel(before);
  curtain();
}

// Nothing but this can be reached, while it lasts; without an element, everything again.
let hushed = [];
export function alone(element, besides = "") {
  for (const other of hushed) other.inert = false;
  hushed = [];
  for (let up = element; up && up !== body; up = up.parentElement)
    hushed.push(...[...up.parentElement.children].filter((other) => other !== up && !other.matches(`#live, #toasts, script, ${besides || "x"}`)));
  for (const other of hushed) other.inert = true;
}

function curtain() {
  const down = document.querySelector(".curtain"), was = body.classList.contains("covered");
  body.classList.toggle("covered", Boolean(down));
  if (down) {
    alone(down);
    down.querySelector("button").focus();
    for (const form of document.querySelectorAll("form.move")) form.reset(); // nobody reads what another has typed
  }
  else if (was) { alone(null); atWork(); }
}

// Where somebody goes on who has just closed something; a phone's keyboard stays down until it is wanted.
export function atWork() {
  const field = matchMedia("(pointer: fine)").matches ? "form.move input[type=text], " : "";
  const first = document.querySelector(".end") || [...document.querySelectorAll(`${field}form.move button`)].find((each) => each.checkVisibility()) || document.getElementById("board");
  first?.focus({ preventScroll: true });
}

// Whatever somebody is typing, has picked, has opened or has in focus survives the replacement of its part.
function keeping(place, change) {
  const focus = place.contains(document.activeElement) ? address(document.activeElement, place) : null;
  const caret = focus && document.activeElement.selectionStart;
  const kept = [...place.querySelectorAll("input, textarea, select")].filter(touched);
  const open = [...place.querySelectorAll("details[open][id]")].map((each) => each.id);
  change();
  for (const field of kept) {
    const again = place.querySelector(twin(field));
    if (again?.type !== field.type) continue;
    if (ticked(field)) again.checked = field.checked;
    else again.value = field.value;
  }
  for (const id of open) document.getElementById(id)?.setAttribute("open", "");
  if (!focus) return;
  const again = place.querySelector(focus) || place.querySelector("button, input:not([type=hidden]), a[href], [tabindex]") || document.getElementById("board");
  again?.focus({ preventScroll: true });
  if (typeof caret === "number" && again?.setSelectionRange) try { again.setSelectionRange(caret, caret); } catch {}
}

const ticked = (field) => /^(checkbox|radio)$/.test(field.type);

function touched(field) {
  if (field.type === "hidden" || field.closest("form[data-sent]")) return false;
  if (field.options) return field.selectedIndex !== Math.max(0, [...field.options].findIndex((option) => option.defaultSelected));
  return ticked(field) ? field.checked !== field.defaultChecked : field.value && field.value !== field.defaultValue;
}

// The same field later: by its id, or what goes into a basket by its name and its place there.
function twin(field) {
  if (field.id) return `#${CSS.escape(field.id)}`;
  const words = ["in", "name"].map((word) => `[data-${word}="${CSS.escape(field.dataset[word] || "")}"]`);
  return `${words.join("")}[value="${CSS.escape(field.value)}"]`;
}

function address(element, place) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  for (const name of ["name", "value", "data-key", "data-pick", "data-target", "href"]) {
    const value = element.getAttribute(name);
    const path = value !== null && `${element.localName}[${name}="${CSS.escape(value)}"]`;
    if (path && place.querySelectorAll(path).length === 1) return path;
  }
  return ":not(*)"; // nothing in particular
}

// FLIP: a piece that has changed its place travels there; one thing at a time, and never in the way of a click.

const still = matchMedia("(prefers-reduced-motion: reduce)");

const pieces = () => [...document.querySelectorAll("[data-flip]")].filter((piece) => piece.getClientRects().length); // those shown

function places() {
  return new Map(pieces().map((piece) => [piece.dataset.flip, piece.getBoundingClientRect()]));
}

function travel(before) {
  let late = 0;
  const pace = { slow: 1.6, fast: 0.5 }[document.documentElement.dataset.speed] || 1;
  for (const piece of pieces()) {
    const from = before.get(piece.dataset.flip), to = piece.getBoundingClientRect();
    if (!from || (Math.abs(from.x - to.x) < 1 && Math.abs(from.y - to.y) < 1)) continue;
    if (still.matches) { piece.classList.add("arrived"); setTimeout(() => piece.classList.remove("arrived"), 1000); continue; }
    piece.animate(
      [{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, { transform: "none" }],
      { duration: (piece.dataset.flipTime || 260) * pace, delay: 40 * Math.min(late++, 5) * pace, easing: "cubic-bezier(.2,.7,.2,1)", fill: "backwards" },
    );
  }
}

// The log, the live region, the title, refusals

const record = document.getElementById("log")?.parentElement;
let following = true; // the newest line, unless somebody reads further up

function follow() {
  if (following) record.scrollTop = record.scrollHeight;
}

record?.addEventListener("scroll", () => { following = record.scrollHeight - record.scrollTop - record.clientHeight < 60; });
if (record) new ResizeObserver(follow).observe(record); // also at once: a fresh page shows the newest lines

function tell(lines) {
  const log = document.getElementById("log");
  if (!log) return;
  const items = lines.map(item);
  if (document.hidden && looked) since(log.lastElementChild);
  looked = !document.hidden;
  log.append(...items);
  while (log.children.length > 200) log.firstElementChild.remove();
  follow();
  say(items.map((item) => item.textContent).join(" "));
}

const sprite = document.querySelector(".brand use")?.getAttribute("href").split("#")[0];

const drawing = (symbol, kind) => `<svg class="${kind}" aria-hidden="true"><use href="${sprite}#${symbol}"/></svg>`;

function item([seat, sound, text]) {
  const line = document.createElement("li"), words = document.createElement("span");
  line.dataset.sound = sound;
  line.innerHTML = seat ? drawing(`flag-${Number(seat)}`, `flag seat-${Number(seat)}`) : "<span></span>";
  words.textContent = text;
  line.append(words);
  return line;
}

// The chat: what is not on the screen is counted at its button.

let unread = 0;

function hear({ lines, again }) {
  const list = document.getElementById("talk");
  if (!list) return;
  const said = lines.map(remark), box = list.parentElement;
  if (again) list.replaceChildren();
  list.append(...said);
  while (list.children.length > 200) list.firstElementChild.remove();
  box.scrollTop = box.scrollHeight;
  if (again) return;
  count(box.checkVisibility() ? 0 : unread + lines.filter(([seat]) => seat !== me).length);
  say(said.map((line) => line.textContent).join(" "));
}

function remark([seat, emote, name, text]) {
  const line = document.createElement("li"), words = document.createElement("span");
  const who = Object.assign(document.createElement("b"), { textContent: name }), what = Object.assign(document.createElement("bdi"), { textContent: text });
  line.className = `seat-${Number(seat)}`;
  line.innerHTML = drawing(`flag-${Number(seat)}`, `flag seat-${Number(seat)}`);
  words.append(who, " ", what);
  if (/^[a-z-]+$/.test(emote)) what.insertAdjacentHTML("beforebegin", drawing(`e-${emote}`, "emote"));
  line.append(words);
  return line;
}

function count(n) {
  unread = n;
  for (const sign of document.querySelectorAll(".unread")) {
    sign.hidden = !n;
    sign.textContent = n > 99 ? "99+" : n;
  }
}

function look() {
  const box = document.getElementById("talk")?.parentElement;
  if (!box?.checkVisibility()) return;
  box.scrollTop = box.scrollHeight;
  count(0);
}

addEventListener("hashchange", look);
document.addEventListener("change", look);

// "Since you last looked": a rule across the log, after what was there when this page was hidden or left.

let looked = true, staying = false; // a page that the server renews was not left
const place = `looked ${location.pathname}`;
const last = (log) => [...log.children].slice(-3).map((line) => line.textContent.trim()).join("|");

function since(line) {
  document.querySelector("#log .since")?.remove();
  if (!line || !body.dataset.since) return;
  const rule = document.createElement("li");
  rule.className = "since";
  rule.textContent = body.dataset.since;
  line.after(rule);
}

addEventListener("pagehide", () => {
  const log = document.getElementById("log");
  if (staying) localStorage.removeItem(place);
  else if (log?.children.length) localStorage.setItem(place, last(log));
});

function comeBack() {
  const log = document.getElementById("log"), known = localStorage.getItem(place);
  if (!log || !known) return;
  const lines = [...log.children], texts = lines.map((line) => line.textContent.trim());
  const at = lines.findLastIndex((line, index) => texts.slice(Math.max(0, index - 2), index + 1).join("|") === known);
  if (at >= 0 && at < lines.length - 1) since(lines[at]);
}

let saying = "";
export function say(text) {
  saying = saying ? `${saying} ${text}` : text;
  clearTimeout(say.timer);
  say.timer = setTimeout(() => { live.textContent = saying; saying = ""; }, 120);
}

const title = document.title;
function turn(mine) {
  document.title = mine ? `● ${title}` : title;
  body.classList.toggle("my-turn", mine);
}

export function toast(text, rule = "") {
  const slip = document.createElement("p");
  slip.className = "toast";
  slip.setAttribute("role", "alert");
  slip.tabIndex = -1;
  slip.textContent = text;
  if (rule && body.dataset.rules) {
    const link = Object.assign(document.createElement("a"), { href: `${body.dataset.rules}#${rule}`, target: "_blank", textContent: body.dataset.why });
    slip.append(" ", link);
  }
  document.getElementById("toasts").replaceChildren(slip);
  const leave = () => (slip.matches(":hover, :focus-within") ? setTimeout(leave, 1000) : slip.remove());
  setTimeout(leave, 5000);
}

// Clocks: what has [data-until] counts down to that moment of the server's time.

const ahead = body.dataset.now * 1000 - Date.now();

function tick() {
  for (const hand of document.querySelectorAll("[data-until]")) {
    const left = Math.max(0, Math.floor(hand.dataset.until - (Date.now() + ahead) / 1000));
    const two = (part) => String(part % 60).padStart(2, "0"), minutes = Math.floor(left / 60), hours = Math.floor(left / 3600);
    const short = hours ? `${hours}:${two(minutes)}:${two(left)}` : `${minutes}:${two(left)}`;
    const text = hours < 24 ? short : `${hand.dataset.days.replace("{n}", Math.floor(hours / 24))} ${hours % 24} h`;
    if (hand.textContent !== text) hand.textContent = text;
    hand.classList.toggle("short", left < 20);
  }
}

setInterval(tick, 500);
tick();
document.addEventListener("updated", tick);

// Forms: a move goes over the connection; without one, or without this script, it is posted.

// Where there is no table, as in a lesson, the page says where a move is posted.
function post(move) {
  const form = Object.assign(document.createElement("form"), { method: "post", action: body.dataset.post, hidden: true });
  form.append(Object.assign(document.createElement("input"), { name: "move", value: move }));
  body.append(form);
  form.submit();
}

export function play(move) {
  if (body.dataset.post) return post(move);
  const again = [...pending.values()].find((ask) => ask.move === move && ask.seen === seen);
  return again ? again.id : send({ move }); // a double click is one click
}

function unsent(form) {
  form.removeAttribute("data-sent");
  form.removeAttribute("aria-busy");
}

export function attempt(move) {
  if (body.dataset.post) post(move);
  else send({ attempt: move });
}

document.addEventListener("submit", async (event) => {
  const form = event.target, button = event.submitter;
  if (!body.dataset.live) return;
  if (button?.dataset.lift) { event.preventDefault(); send({ lift: Number(button.dataset.lift) }); return; }
  if (form.matches("form.deed") && socket?.readyState === 1) {
    event.preventDefault();
    if (form.dataset.sent) return;
    form.dataset.sent = send({ deed: [...new FormData(form, button).getAll("word")].join(" ") });
    const menu = form.closest("details.menu");
    if (menu) { menu.open = false; menu.querySelector("summary").focus(); }
    return;
  }
  if (!form.matches("form.move")) return;
  event.preventDefault();
  const words = [...form.querySelectorAll("[name=word]")].map((field) => field.value.trim());
  const move = button?.name === "move" ? button.value : words.join(" ");
  if (form.dataset.sent || !await sure(form)) return;
  form.dataset.sent = play(move) || "";
  form.setAttribute("aria-busy", "true");
});

// A number far beyond what anybody can pay is asked for twice.
function sure(form) {
  const words = form.querySelector("[data-confirm-above]")?.dataset, field = form.querySelector("input[type=text]");
  const limit = words?.confirmAbove, value = field?.value.trim() || "";
  const large = limit && /^\d+$/.test(value) && BigInt(value) > BigInt(limit);
  if (!large || !HTMLDialogElement) return Promise.resolve(true);
  const shown = value.length > 24 ? `${value.slice(0, 12)}… (${value.length})` : BigInt(value).toLocaleString(document.documentElement.lang);
  const dialog = document.createElement("dialog");
  dialog.className = "ask panel";
  dialog.innerHTML = '<form method="dialog"><h2></h2><p></p><div class="btns"><button class="btn" value="no"></button><button class="btn go" value="yes"></button></div></form>';
  const text = (selector, sentence) => { dialog.querySelector(selector).textContent = sentence.replace("{value}", shown); };
  text("h2", words.confirmTitle);
  text("p", words.confirmText);
  text("[value=no]", words.confirmNo);
  text("[value=yes]", words.confirmYes);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => dialog.addEventListener("close", () => { dialog.remove(); resolve(dialog.returnValue === "yes"); field.focus(); }));
}

look();
turn(body.classList.contains("my-turn"));
comeBack();
curtain();
connect();
