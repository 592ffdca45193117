// Reads documents with the code that browsers get, and prints what `probe lines` prints.
//
// node node.cjs BINDINGS FOLDER < names of documents, a line each

const { readFileSync, writeSync } = require("node:fs");
const { join, resolve } = require("node:path");

const [bindings, folder] = process.argv.slice(2);
const { line_of_document } = require(resolve(bindings));

for (const name of readFileSync(0, "utf8").split("\n")) {
  if (name !== "") {
    const line = Buffer.from(`${line_of_document(name, readFileSync(join(folder, name)))}\n`);
    // A pipe takes as much as it has room for.
    for (let at = 0; at < line.length; ) at += writeSync(1, line, at);
  }
}
