// Searching the rules: only what contains all the words stays, with the headings above it. Without this script there is Ctrl-F.

const search = document.querySelector(".find"), field = search.querySelector("[type=search]"), ours = search.querySelector("[type=checkbox]");
const found = search.querySelector("[role=status]"), blocks = [...document.querySelectorAll("article > *")];
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const isHeading = (block) => /^H[1-3]$/.test(block.tagName);

function filter() {
  const words = plain(field.value).split(/\s+/).filter(Boolean), asked = words.length > 0 || ours.checked;
  let count = 0;
  for (const block of blocks) {
    const fits = words.every((word) => plain(block.textContent).includes(word)) && (!ours.checked || block.querySelector(".ruling"));
    block.hidden = asked && (isHeading(block) || !fits);
    count += asked && !block.hidden;
  }
  for (let at = blocks.length - 1, seen = [false, false, false, false]; asked && at >= 0; at--) {
    if (!isHeading(blocks[at])) { if (!blocks[at].hidden) seen.fill(true); continue; }
    const level = Number(blocks[at].tagName[1]);
    blocks[at].hidden = !seen[level];
    seen.fill(false, level);
  }
  found.textContent = asked ? found.dataset.found.replace("{n}", count) : "";
}

search.hidden = false;
for (const kind of ["input", "change"]) search.addEventListener(kind, filter);
search.addEventListener("submit", (event) => event.preventDefault());
addEventListener("hashchange", () => { field.value = ""; ours.checked = false; filter(); document.getElementById(location.hash.slice(1))?.scrollIntoView(); });
