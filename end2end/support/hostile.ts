import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";

/** Would set `window.ran`, or ask a site that no page asks. */
const RUN = "window.ran=1";
const SITE = "https://evil.invalid/x";

const VECTORS = [
  `<script>${RUN}</script>`,
  `<script src=${SITE}></script>`,
  `<img src=x onerror=${RUN}>`,
  `<img src=${SITE}>`,
  `<svg onload=${RUN}></svg>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s></svg>`,
  `<iframe src="javascript:parent.ran=1"></iframe>`,
  `<iframe srcdoc="<script>parent.ran=1</script>"></iframe>`,
  `<body onload=${RUN}>`,
  `<input onfocus=${RUN} autofocus>`,
  `<details open ontoggle=${RUN}>x</details>`,
  `<video><source onerror=${RUN}></video>`,
  `<audio src=x onerror=${RUN}>`,
  `<object data="javascript:${RUN}"></object>`,
  `<embed src="javascript:${RUN}">`,
  `<form action="javascript:${RUN}"><button>x</button></form>`,
  `<a href="javascript:${RUN}">x</a>`,
  `<base href="${SITE}">`,
  `<meta http-equiv="refresh" content="0;url=${SITE}">`,
  `<link rel=stylesheet href=${SITE}>`,
  `<style>@import "${SITE}"</style>`,
  `<div style="background:url(${SITE})">x</div>`,
  `<math><mtext><script>${RUN}</script></mtext></math>`,
  `<template><script>${RUN}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
  `<textarea></textarea><script>${RUN}</script>`,
  `</textarea><script>${RUN}</script>`,
  `</title><script>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
  `--><script>${RUN}</script>`,
  `]]><script>${RUN}</script>`,
  `[x](javascript:${RUN})`,
  `[x](JaVaScRiPt:${RUN})`,
  `[x](data:text/html,<script>${RUN}</script>)`,
  `[x](vbscript:${RUN})`,
  `![x](${SITE})`,
  `![x](javascript:${RUN})`,
  `<javascript:${RUN}>`,
  `[x][y]\u2028[y]: javascript:${RUN}`,
  `<img/src/onerror=${RUN}>`,
  `<IMG SRC=x OnErRoR=${RUN}>`,
  `<p onclick=${RUN}>x</p>`,
  `<marquee onstart=${RUN}>x</marquee>`,
  `<select autofocus onfocus=${RUN}></select>`,
  `<button formaction="javascript:${RUN}">x</button>`,
  `<isindex action="javascript:${RUN}">`,
  `<frameset onload=${RUN}></frameset>`,
  `<table background="${SITE}"></table>`,
  `<svg><use href="${SITE}#x"/></svg>`,
  `<x onpointerover=${RUN}>x</x>`,
  `<plaintext><script>${RUN}</script>`,
];

/** Ways to wrap or disguise what would run. */
const WAYS: ((vector: string) => string)[] = [
  (vector) => vector,
  (vector) => vector.toUpperCase(),
  (vector) => `"${vector}`,
  (vector) => `'${vector}`,
  (vector) => `">${vector}`,
  (vector) => `'>${vector}`,
  (vector) => "`" + vector,
  (vector) => "`" + vector + "`",
  (vector) => `**${vector}**`,
  (vector) => `_${vector}_`,
  (vector) => `~~${vector}~~`,
  (vector) => `<!--${vector}-->`,
  (vector) => `<!--${vector}`,
  (vector) => `<div>${vector}`,
  (vector) => `<b ${vector}`,
  (vector) => `<${vector}`,
  (vector) => `${vector}>`,
  (vector) => vector.replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
  (vector) => vector.replaceAll("<", "&#60;"),
  (vector) => vector.replaceAll("<", "&#x3c;"),
  (vector) => vector.replaceAll("<", "\\<"),
  (vector) => vector.replaceAll("<", "\u003c\u0000"),
  (vector) => vector.replaceAll(" ", "\t"),
  (vector) => vector.replaceAll(" ", "/"),
  (vector) => vector.replaceAll(" ", "\f"),
  (vector) => vector.replaceAll("javascript:", "java\tscript:"),
  (vector) => vector.replaceAll("javascript:", "\u0001javascript:"),
  (vector) => vector.replaceAll("javascript:", "javascript&colon;"),
  (vector) => vector.replaceAll("javascript:", "javascript\u200b:"),
  (vector) => vector.replaceAll("script", "scr\u0000ipt"),
  (vector) => vector.replaceAll("script", "ſcript"),
  (vector) => vector.replaceAll("on", "\u202eon"),
  (vector) => `\u202e${vector}`,
  (vector) => `\ufeff${vector}`,
  (vector) => `${vector}${vector}`,
  (vector) => `a ${vector} b`,
  (vector) => `https://example.org/${vector}`,
  (vector) => `[${vector}](https://example.org)`,
  (vector) => `[x](https://example.org "${vector}")`,
  (vector) => `![${vector}](https://example.org/p.png)`,
  (vector) => `<https://example.org/${vector}>`,
  (vector) => `src/${vector}.rs`,
  (vector) => `${vector}.md:12`,
  (vector) => `#${vector}`,
  (vector) => `?fix=${vector}`,
  (vector) => `\${${vector}}`,
  (vector) => `{{${vector}}}`,
  (vector) => `%3Cscript%3E${vector}`,
  (vector) => `0x3c${vector}`,
  (vector) => `${vector} 한국어`,
];

/** Ends whatever an author's words may be in: a value, a title, a field, an option, a script, a style or a comment. */
export const ENDING = `"'></title></textarea></option></script></style>--><img src=x onerror=${RUN}>`;

/** More than 2,000 texts, each of which might run in a page that took it for HTML or followed it. */
export const PAYLOADS: string[] = [ENDING, ...new Set(WAYS.flatMap((way) => VECTORS.map(way)))];

/** Payloads in turn, of all of them. */
export class Payloads {
  given = 0;

  next(): string {
    return PAYLOADS[this.given++ % PAYLOADS.length] ?? "";
  }

  /** The next one that can be a name: in one short line without control characters. */
  word(): string {
    for (;;) {
      const payload = this.next();
      if (payload.length <= 90 && !/[\p{Cc}\p{Cf}\p{Zl}]/u.test(payload)) return payload;
    }
  }
}

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

/** How many copies of an example hold all payloads, half of them in its headings as well. */
export function copiesForAll(example: string): number {
  return Math.ceil(PAYLOADS.length / Math.max(example.match(BELOW)?.length ?? 0, 1));
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
