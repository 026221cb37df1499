// Ask the reader of the site's index: node ask.js READER INDEX QUESTION… prints what it found and what it loaded, as JSON.
"use strict";
const fs = require("fs"), path = require("path"), zlib = require("zlib");
const [, , script, folder, ...questions] = process.argv;
const { Reader } = require(script);

(async () => {
  const answers = [];
  for (const given of questions) {
    const question = given.startsWith("json:") ? JSON.parse(given.slice(5)) : given; // signs that no command line holds
    const loaded = [];
    const reader = new Reader(async (name) => {
      const [kind, number] = name.split("/");
      const file = number === undefined ? `${kind}.js` : `${kind}/${Math.floor(number / 1000)}/${number % 1000}.js`;
      const text = fs.readFileSync(path.join(folder, file), "utf8");
      loaded.push(Buffer.byteLength(text));
      let data;
      new Function("repobook", text)({ shard: (told, value) => { if (told !== name) throw new Error(told); data = JSON.parse(zlib.inflateRawSync(Buffer.from(value, "base64"))); } });
      return data;
    });
    const begun = performance.now(), found = await reader.find(question, 10), seconds = (performance.now() - begun) / 1000;
    const files = loaded.length, bytes = loaded.reduce((a, b) => a + b, 0);
    answers.push({ question, found, note: found.note, seconds, files, bytes, told: found.length ? await reader.tell(found[0]) : null });
  }
  console.log(JSON.stringify(answers));
})();
