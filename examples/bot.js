// A complete bot for Darsena in JavaScript: it reads a line, thinks, and answers with a line.
//
//     darsena simulate bossa --bots ./examples/bot.js random --games 20
//
// It sheds as many tiles as it can where there are tiles, and plays any of its moves elsewhere.

const readline = require("node:readline");

function choose(question) {
  if (!question.wanted) return "-"; // nobody waits for us
  const groups = question.moves.filter((move) => /^(lay|stack) /.test(move));
  const words = (move) => move.split(" ").length;
  if (groups.length) return groups.reduce((best, move) => (words(move) > words(best) ? move : best));
  return question.moves[question.seed % question.moves.length];
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  console.log(choose(JSON.parse(line)));
});
