"use strict";
{
  const KEPT = "pre, code, textarea, kbd, samp, svg, script, [translate=no]";
  const READ = ["aria-label", "title"];
  const whole = new Map();
  const patterns = [];
  for (const [english, translation] of JSON.parse(document.getElementById("words").textContent)) {
    if (!english.includes("{")) {
      whole.set(english, translation);
      continue;
    }
    const parts = english.split(/\{n?\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const places = english.match(/\{n?\}/g).map((place) => (place === "{n}" ? "([\\d.,\u202f]*\\d)" : "(.+)"));
    const source = parts.map((part, index) => part + (places[index] ?? "")).join("");
    patterns.push([new RegExp(`^${source}$`, "s"), translation]);
  }
  const found = (english) => {
    const known = whole.get(english);
    if (known !== undefined) return known;
    for (const [pattern, translation] of patterns) {
      const values = pattern.exec(english);
      if (!values) continue;
      let next = 0;
      return translation.replace(/\{(\w*)\}/g, (_, name) => {
        const at = /^\d+$/.test(name) ? Number(name) : next;
        next = at + 1;
        return whole.get(values[at + 1]) ?? values[at + 1];
      });
    }
    return undefined;
  };
  const text = (node) => {
    const english = node.data.trim();
    const translation = english && !node.parentElement?.closest(KEPT) ? found(english) : undefined;
    if (translation !== undefined) node.data = node.data.replace(english, () => translation);
  };
  const element = (node) => {
    for (const name of READ) {
      const translation = found(node.getAttribute(name) ?? "");
      if (translation !== undefined) node.setAttribute(name, translation);
    }
  };
  const all = (root) => {
    if (root.nodeType === Node.TEXT_NODE) return text(root);
    if (root.nodeType !== Node.ELEMENT_NODE) return;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.currentNode; node; node = walker.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE) text(node);
      else element(node);
    }
  };
  const isOfIsland = (node) => (node.parentElement ?? node).closest("leptos-island");
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes) {
      if (!isOfIsland(target)) continue;
      if (type === "characterData") text(target);
      else if (type === "attributes") element(target);
      else for (const node of addedNodes) all(node);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: READ });
}
