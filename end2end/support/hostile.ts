import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";

import type { Payloads } from "./payloads.ts";

/** Cells, labels, items, strings and sentences: the places below headings that hold words of a document's author. */
const BELOW =
  /(?<=^\*\*[^\n]*:\*\* [^\n]*)$|(?<=^[-*] [^\n]*)$|(?<=[^\s|-]) (?=\|)(?![^\n]*\n\|[-:| ]+$)|(?<=[^\\:,{[\s])(?="\s*[,\]}])|(?<=\.)$/gm;
/** Headings, those of tables as well. */
const ABOVE = /(?<=^#+ [^\n]*)$|(?<=[^\s|-]) (?=\|)/gm;
const PLACES = new RegExp(`${ABOVE.source}|${BELOW.source}`, "gm");

/**
 * So many copies of an example with a payload at each of its places. A payload in JSON is escaped as JSON wants it. By
 * their headings formats are recognized, so every second copy keeps them.
 */
export function poisoned(example: string, copies: number, payloads: Payloads): string[] {
  const isJson = example.trimStart().startsWith("{");
  const written = (payload: string) => (isJson ? JSON.stringify(payload).slice(1, -1) : payload.replaceAll("|", "/"));
  return Array.from({ length: copies }, (_, index) => {
    const places = index % 2 === 0 ? BELOW : PLACES;
    if (!example.match(places)) return `${example.trimEnd()} ${written(payloads.next())}\n`;
    return example.replaceAll(places, () => ` ${written(payloads.next())} `);
  });
}

const ROOMS = join(import.meta.dirname, "../../app/src/formats");

/** The complete example of each format, by the name of its room. */
export async function examples(): Promise<Map<string, string>> {
  const rooms = (await readdir(ROOMS, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const examples = new Map<string, string>();
  for (const { name } of rooms) {
    const folder = join(ROOMS, name, "fixtures");
    const file = (await readdir(folder)).find((file) => file.startsWith("complete."));
    if (!file) throw new Error(`${name} has no complete example`);
    examples.set(name, await readFile(join(folder, file), "utf8"));
  }
  return examples;
}
