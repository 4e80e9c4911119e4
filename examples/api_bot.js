// A complete bot for a Darsena server, over its API: it takes every invitation, and plays any of its moves.
//
//     DARSENA_TOKEN=… node examples/api_bot.js http://127.0.0.1:8000

const server = process.argv[2];
const headers = { Authorization: `Bearer ${process.env.DARSENA_TOKEN}`, "Content-Type": "application/json" };
const post = (path, body) => fetch(server + path, { method: "POST", headers, body: body && JSON.stringify(body) });

async function* lines(path) {
  const answer = await fetch(server + path, { headers });
  if (!answer.ok) throw new Error((await answer.json()).error);
  let rest = "";
  for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
    const found = (rest + piece).split("\n");
    rest = found.pop();
    for (const line of found) if (line) yield JSON.parse(line);
  }
}

async function play(table) {
  for await (const now of lines(`/api/tables/${table}/stream`)) {
    if (!now.wanted) continue;
    const move = now.moves[Math.floor(Math.random() * now.moves.length)];
    const body = { move, seen: now.version, id: `v${now.version}` };
    while ((await post(`/api/tables/${table}/move`, body)).status === 429) {
      await new Promise((wait) => setTimeout(wait, 1000)); // too fast
    }
  }
}

async function main() {
  const playing = new Set();
  for await (const event of lines("/api/events")) {
    if (event.event === "challenge") await post(`/api/challenges/${event.challenge}/accept`);
    else if (!playing.has(event.table)) {
      playing.add(event.table);
      play(event.table);
    }
  }
}

main();
