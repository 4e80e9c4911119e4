// What the markup can do besides: keypads, picking pieces, the reel of a reveal, sounds, settings, keys that read aloud.
// It knows no game and no rule.

const body = document.body, root = document.documentElement;
const { play, attempt, say, toast, alone, atWork } = await import(document.querySelector("script[src*='live.js']").src);

// Settings of this device

for (const name of ["speed", "sound"]) set(name, localStorage.getItem(name) || { speed: "normal", sound: "on" }[name]);

function set(name, value) {
  root.dataset[name] = value;
  for (const input of document.querySelectorAll(`[data-set="${name}"]`)) input.checked = input.value === value;
}

document.addEventListener("change", (event) => {
  const { set: name } = event.target.dataset || {};
  if (name === "theme") location.search = `?${new URLSearchParams([...new URLSearchParams(location.search), ["theme", event.target.value || "auto"]])}`;
  else if (name) { localStorage.setItem(name, event.target.value); set(name, event.target.value); }
});

// Keypad and the label of the button that sends

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-key]");
  const field = key?.closest("form")?.querySelector("input[type=text]");
  if (!field) return;
  field.value = key.dataset.key === "back" ? field.value.slice(0, -1) : (field.value + key.dataset.key).replace(/^0+(?=\d)/, "");
  field.dispatchEvent(new Event("input", { bubbles: true }));
});

document.addEventListener("input", (event) => label(event.target.closest("form")));

function label(form) {
  const button = form?.querySelector("button[data-label]"), field = form?.querySelector("input[type=text]");
  if (!button || !field) return;
  const value = field.value.trim();
  const shown = value.length > 15 ? `${value.slice(0, 6)}… (${value.length})` : value;
  const whole = value && field.checkValidity();
  button.textContent = whole ? button.dataset.label.replace("{value}", shown) : button.dataset.empty;
  if (whole) button.removeAttribute("aria-disabled");
  else button.setAttribute("aria-disabled", "true");
}

// Picking pieces: each piece carries a word (data-pick); a place carries the legal moves that end there (data-moves)
// and how such a move begins (data-try). The places where the picked pieces fit are marked; a click plays the move,
// or asks the server why not. A piece can also stand for a kind of move (data-verb): its moves wait for it to be picked.

const PIECES = "[data-pick], [data-verb]";
const isOn = (piece) => piece.getAttribute("aria-pressed") === "true";
const picked = () => [...document.querySelectorAll(PIECES)].filter(isOn);
const word = (piece) => piece.dataset.pick ?? piece.dataset.verb;

function fits(place, picks, all) {
  let near = false;
  for (const move of (place.dataset.moves || "").split("|")) {
    const words = move.split(" ").filter((word) => all.has(word));
    if (picks.every((pick) => words.includes(pick))) {
      if (words.length === picks.length) return move;
      near = true;
    }
  }
  return near;
}

// What everybody sees carries no moves: there a place says how its moves begin (data-try) or which word they have
// (data-of), and a piece (data-piece) is picked by whoever has it and is a place for others. What can be pressed follows
// from the viewer's own moves, those of the forms in [data-offers]; before their turn people may still ask why not.

const offered = (offers) => [...offers.querySelectorAll("form.move")].flatMap((form) => {
  const lists = [...form.querySelectorAll("[name=word]")].map((field) => field.options ? [...field.options].map((option) => option.value) : [field.value]);
  const buttons = [...form.querySelectorAll("button[name=move]")].map((button) => button.value);
  return lists.length ? lists.reduce((begun, words) => begun.flatMap((move) => words.map((word) => `${move} ${word}`))) : buttons;
});

function offer() {
  const offers = document.querySelector("body:not(.replay) [data-offers]"), moves = offers ? offered(offers) : [];
  const naming = (word) => moves.filter((move) => move.split(" ").includes(word));
  const seat = body.className.match(/\bme-\d/)?.[0].replace("me", ".seat") || ":not(*)";
  for (const verb of document.querySelectorAll("[data-verb]")) {
    verb.disabled = !moves.length;
    if (verb.disabled) verb.setAttribute("aria-pressed", "false");
  }
  for (const piece of document.querySelectorAll("[data-piece]")) {
    const mine = Boolean(offers && piece.closest(seat));
    pickable(piece, mine);
    lead(piece, mine ? [] : naming(piece.dataset.piece), mine);
  }
  for (const place of document.querySelectorAll("[data-of]")) lead(place, place.closest(seat) ? naming(place.dataset.of) : []);
  for (const place of document.querySelectorAll("[data-try]")) {
    const start = place.dataset.try, [verb] = start.split(" ");
    const open = offers && !document.querySelector(`[data-verb="${verb}"]:disabled, [data-spent="${verb}"]`);
    lead(place, moves.filter((move) => move.startsWith(`${start} `)), open);
  }
}

function pickable(piece, mine) {
  if (mine === ("pick" in piece.dataset)) return;
  if (mine) {
    piece.dataset.pick = piece.dataset.piece;
    piece.setAttribute("aria-pressed", "false");
  } else {
    delete piece.dataset.pick;
    piece.removeAttribute("aria-pressed");
  }
}

function lead(place, moves, open = false) {
  place.disabled = !open && !moves.length;
  place.dataset.moves = moves.join("|");
}

// What is said of a place where the picked pieces fit: by itself, by a picked piece, or by the line that says what to do
function fitting(place, pieces) {
  const said = place.dataset.fits || pieces.find((piece) => piece.dataset.fits)?.dataset.fits;
  return said || (document.querySelector("[data-prompt][data-fits]")?.dataset.fits || "").replace("{place}", heard(place));
}

// A place whose part is made anew, or that has moved to another part, keeps the focus
let focused = ":not(*)";
document.addEventListener("focusin", ({ target }) => {
  const name = ["try", "piece"].find((name) => target.dataset[name]);
  focused = name ? `[data-${name}="${target.dataset[name]}"]` : ":not(*)";
});

function narrow() {
  const pieces = picked(), picks = pieces.map(word), all = new Set([...document.querySelectorAll(PIECES)].map(word));
  const told = new Set();
  for (const place of document.querySelectorAll("[data-moves]")) {
    const found = picks.length ? fits(place, picks, all) : false;
    place.classList.toggle("fits", typeof found === "string");
    place.classList.toggle("near", found === true);
    place.dataset.move = typeof found === "string" ? found : "";
    if (place.dataset.move) told.add(fitting(place, pieces));
  }
  const hint = [...told].join(" ") || pieces.find((piece) => piece.dataset.hint)?.dataset.hint;
  for (const prompt of document.querySelectorAll("[data-prompt]")) {
    const text = hint || (picks.length && prompt.dataset.none) || prompt.dataset.prompt;
    if (prompt.textContent !== text) prompt.textContent = text;
  }
  document.dispatchEvent(new CustomEvent("picked", { detail: picks }));
}

function whyNot(place) {
  const start = place.dataset.try || "", [name] = (start || place.dataset.moves).split(" ");
  const wanted = document.querySelector(`[data-verb="${CSS.escape(name)}"]`), on = picked().find((piece) => piece.dataset.verb);
  if ((wanted || on) && (wanted !== on || !start)) toast((wanted || on).dataset.hint);
  else attempt([start, ...picked().filter((piece) => piece.dataset.pick).map(word)].join(" "));
}

document.addEventListener("click", (event) => {
  const piece = event.target.closest(PIECES);
  if (piece) {
    const on = !isOn(piece), others = piece.dataset.alone ? PIECES : piece.dataset.verb ? "[data-verb]" : "";
    if (on && others) for (const other of document.querySelectorAll(others)) other.setAttribute("aria-pressed", "false");
    piece.setAttribute("aria-pressed", on);
    return narrow();
  }
  const place = event.target.closest("[data-moves]");
  if (!place) return;
  event.preventDefault();
  if (place.dataset.move) play(place.dataset.move);
  else whyNot(place);
});

// Baskets: what is chosen in several places makes one word of a move. A field with data-join="give" gets the values of
// the chosen inputs with data-in="give" (a number input counts its data-word that often), a data-list tells their names.

const chosen = (basket) => [...document.querySelectorAll(`[data-in="${CSS.escape(basket)}"]`)].flatMap((input) =>
  input.type === "number" ? Array(Math.max(0, Number(input.value) || 0)).fill(input) : input.checked ? [input] : []);

function gather() {
  for (const field of document.querySelectorAll("[data-join]"))
    field.value = chosen(field.dataset.join).map((input) => input.dataset.word ?? input.value).join(",") || "-";
  for (const list of document.querySelectorAll("[data-list]")) {
    const names = list.dataset.list.split(" ").flatMap(chosen).map((input) => input.dataset.name);
    list.textContent = names.join(", ") || list.dataset.empty;
  }
}

for (const kind of ["input", "updated", "reset"]) document.addEventListener(kind, () => setTimeout(gather));
document.addEventListener("submit", gather, true);
gather();

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-add]"), field = button?.closest("[data-count]").querySelector("input");
  if (!field) return;
  field.value = Math.min(field.max || Infinity, Math.max(field.min || 0, Number(field.value) + Number(button.dataset.add)));
  field.dispatchEvent(new Event("input", { bubbles: true }));
});

document.addEventListener("click", (event) => {
  const words = event.target.closest("[data-fill]")?.dataset.fill.split(" ").filter(Boolean).map((word) => word.split("="));
  if (!words) return;
  document.getElementById(words[0][0])?.form?.reset();
  for (const [id, value] of words) { const field = document.getElementById(id); if (field) field.value = value; }
  gather();
});

// Once a move is played, its baskets are empty; a form that starts afresh (data-afresh) is too, and its sheet closes.

let sent;
document.addEventListener("submit", (event) => { sent = event.target; });
document.addEventListener("answered", ({ detail: { ask, answer } }) => {
  if (!ask?.move || answer.refused || !sent) return;
  for (const field of sent.querySelectorAll("[data-join]"))
    for (const input of chosen(field.dataset.join)) if (input.type !== "number") input.checked = false;
  if (sent.matches("[data-afresh]")) {
    sent.reset();
    if (location.hash && location.hash !== "#board") location.hash = "#board";
  }
  gather();
});

// Choices of one piece: a details element with a name. One is open at a time; a press elsewhere, Escape or a move closes it.

const openChoices = () => document.querySelectorAll("#board details[name][open]");
document.addEventListener("click", (event) => { for (const each of openChoices()) if (!each.contains(event.target)) each.open = false; });
document.addEventListener("submit", (event) => { event.target.closest("details[name]")?.removeAttribute("open"); });
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const each of openChoices()) { each.open = false; each.querySelector("summary").focus(); }
});

// The reel: the steps of a reveal, one by one, at a pace people can follow. Nothing is hidden without this script.

const BEATS = { slow: 2200, normal: 1400, fast: 700 };
const still = matchMedia("(prefers-reduced-motion: reduce)");
let reelTimer = 0, shownReel = document.querySelector("[data-reel]")?.dataset.reel;

function reel(element, at) {
  const steps = [...element.querySelectorAll("[data-step]")];
  clearTimeout(reelTimer);
  const over = at > steps.length;
  element.classList.toggle("over", over);
  element.classList.toggle("at-end", at === steps.length);
  body.classList.toggle("reeling", !over);
  element.dataset.at = at;
  steps.forEach((step, index) => {
    step.classList.toggle("done", index + 1 < at);
    step.classList.toggle("at", index + 1 === at && !over);
    step.classList.toggle("wait", index + 1 > at);
    if (index + 1 === at) { step.setAttribute("aria-current", "step"); step.scrollIntoView?.({ block: "nearest" }); }
    else step.removeAttribute("aria-current");
  });
  for (const late of element.querySelectorAll("[data-show-at]")) late.hidden = !over && Number(late.dataset.showAt) > at;
  const unattended = body.matches(".tv"), last = at >= steps.length, beat = BEATS[root.dataset.speed] || 1400;
  if (!over && (unattended || !(still.matches || last))) reelTimer = setTimeout(() => reel(element, at + 1), last ? 4 * beat : beat);
  if (over && unattended) alone(null);
}

for (const element of document.querySelectorAll("[data-reel]")) element.classList.add("over");

document.addEventListener("updated", () => {
  const element = document.querySelector("[data-reel]");
  if (element && element.dataset.reel !== shownReel) {
    shownReel = element.dataset.reel;
    reel(element, 1);
    if (!body.classList.contains("covered")) {
      const stage = element.closest("[data-stage]");
      alone(stage, "header");
      stage.querySelector("[data-reel-next]")?.focus({ preventScroll: true });
    }
  } else if (element && !element.dataset.at) element.classList.add("over");
  if (!element && body.classList.contains("reeling")) { body.classList.remove("reeling"); alone(null); }
  set("speed", root.dataset.speed);
  for (const form of document.querySelectorAll("form.move")) label(form);
  offer();
  narrow();
  if (document.activeElement === body) document.querySelector(focused)?.focus({ preventScroll: true });
});

document.addEventListener("click", (event) => {
  const element = event.target.closest("[data-stage]")?.querySelector("[data-reel]");
  if (!element) return;
  const at = Number(element.dataset.at || 1), last = element.querySelectorAll("[data-step]").length;
  if (event.target.closest("[data-reel-next]")) reel(element, at + 1);
  else if (event.target.closest("[data-reel-back]")) { reel(element, Math.max(1, at - 1)); clearTimeout(reelTimer); }
  else if (event.target.closest("[data-reel-skip]")) reel(element, last + 1);
  if (element.classList.contains("over") && event.target.closest("[data-reel-next], [data-reel-skip]")) { alone(null); atWork(); }
});

// Sounds: a few short tones, made here

const TONES = {
  seal: [[330, 0.05], [440, 0.06]], sit: [[440, 0.06]], start: [[392, 0.09], [523, 0.12]], reveal: [[294, 0.07], [370, 0.07], [440, 0.1]],
  win: [[523, 0.08], [659, 0.14]], bust: [[220, 0.12], [165, 0.2]], end: [[392, 0.1], [523, 0.1], [659, 0.1], [784, 0.25]], turn: [[660, 0.08], [880, 0.1]],
};
const OTHER = [[350, 0.05]];
let audio;

function tone(notes) {
  if (root.dataset.sound !== "on" || !audio || audio.state !== "running") return;
  let when = audio.currentTime;
  for (const [pitch, length] of notes) {
    const voice = audio.createOscillator(), loud = audio.createGain();
    voice.type = "triangle";
    voice.frequency.value = pitch;
    loud.gain.setValueAtTime(0.08, when);
    loud.gain.exponentialRampToValueAtTime(0.001, when + length);
    voice.connect(loud).connect(audio.destination);
    voice.start(when);
    voice.stop(when + length);
    when += length;
  }
}

addEventListener("pointerdown", () => { audio ??= new AudioContext(); audio.resume(); }, { once: true });

document.addEventListener("updated", ({ detail }) => {
  const sounds = (detail.log || []).map(([, sound]) => sound).filter(Boolean);
  if (sounds.length) tone(TONES[sounds.at(-1)] || OTHER);
  else if (detail.turn) tone(TONES.turn);
});

// Keys that read aloud what stands somewhere: data-read="t" on the table, "h" on the hand

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("dialog")) return;
  if (event.key === "Escape") return shut(event.target);
  if (event.target.closest("input:not([inputmode=numeric]), textarea, select")) return;
  const parts = event.key.length === 1 ? document.querySelectorAll(`[data-read="${CSS.escape(event.key.toLowerCase())}"]`) : [];
  if (!parts.length || /\d/.test(event.key)) return;
  event.preventDefault();
  say([...parts].map(heard).filter(Boolean).join(". "));
});

// Whatever is open over the table closes with Escape, the menu also by a press elsewhere

function shut(from) {
  const menu = from.closest("details.menu[open]");
  if (menu) { menu.open = false; menu.querySelector("summary").focus(); }
  else if (document.querySelector(":target:not(#board) .sheet-close, [data-stage]:target")) {
    const { hash } = location;
    location.hash = "board";
    const opener = [...document.links].find((link) => link.hash === hash && link.checkVisibility());
    if (opener) opener.focus({ preventScroll: true });
    else atWork();
  }
}

document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
});

// What somebody who listens would hear: what is shown, without drawings and short forms for the eye
function heard(part) {
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT), words = [];
  while (texts.nextNode()) {
    const around = texts.currentNode.parentElement;
    if (around.checkVisibility() && !around.closest("[aria-hidden=true]")) words.push(texts.currentNode.data);
  }
  return words.join(" ").replace(/\s+/g, " ").trim();
}

// Small things of the lobby's forms

for (const field of document.querySelectorAll("input[name=contribution]"))
  field.value = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  if (navigator.clipboard) await navigator.clipboard.writeText(button.dataset.copy);
  else { button.parentElement.querySelector("input").select(); document.execCommand("copy"); } // no clipboard without https
  say(button.dataset.copied || "");
  button.lastChild.textContent = button.dataset.copied;
});

const seats = document.querySelector("select[name=seats]");
function fitSeats() {
  for (const row of document.querySelectorAll("[data-seats]")) row.hidden = Number(row.dataset.seats) > Number(seats.value);
}
if (seats) { seats.addEventListener("change", fitSeats); fitSeats(); }

function fitFields() {
  for (const field of document.querySelectorAll("[data-when]")) {
    const [id, value] = field.dataset.when.split("=");
    field.hidden = document.getElementById(id).value !== value;
  }
}
document.addEventListener("change", fitFields);
fitFields();
for (const form of document.querySelectorAll("form.move")) label(form);
offer();
