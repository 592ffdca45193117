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

/** More than 2,000 texts, each of which might run in a page that took it for HTML or followed it. */
export const PAYLOADS: string[] = [...new Set(WAYS.flatMap((way) => VECTORS.map(way)))];

/** The places of a document that hold words of its author: cells, strings, labels, headings, sentences and items. */
const PLACES = /(?<=^#+ [^\n]*)$|(?<=^\*\*[^\n]*:\*\* [^\n]*)$|(?<=^[-*] [^\n]*)$|(?<=[^\s|-]) (?=\|)|(?<=[^\\:,{[]")(?=[,\n\]} ])|(?<=\.)$/gm;

/**
 * Documents made of an example, so that each payload is in one of them, and each place has many. A payload in JSON is
 * escaped as JSON wants it.
 */
export function poisoned(example: string): string[] {
  const isJson = example.trimStart().startsWith("{");
  const count = [...example.matchAll(PLACES)].length;
  if (count === 0) return PAYLOADS.map((payload) => `${example.trimEnd()} ${payload}\n`);
  const written = (payload: string) => (isJson ? JSON.stringify(payload).slice(1, -1) : payload.replaceAll("|", "/"));
  const documents: string[] = [];
  for (let next = 0; next < PAYLOADS.length; ) {
    documents.push(example.replaceAll(PLACES, () => ` ${written(PAYLOADS[next++ % PAYLOADS.length] ?? "")} `));
  }
  return documents;
}
