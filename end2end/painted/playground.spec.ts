import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";

import { type Page } from "@playwright/test";

import { test } from "../support/fixtures.ts";
import { openPlayground } from "../support/playground.ts";
import { longReport } from "../support/reports.ts";

const ROOMS = join(import.meta.dirname, "../../app/src/formats");
const TIMES = 30;

test("from a key to what it changes", async ({ page }) => {
  await openPlayground(page);
  for (const [name, text] of [
    ["one report", longReport(50_000).text],
    ["examples of all formats", await examples(50_000)],
  ] as const) {
    await fill(page, text);
    const keys = await page.evaluate(typed, TIMES);
    print(`playground: a key in a text of 50 kB (${name}) is read and marked`, keys.read, 16);
    print(`playground: a key in a text of 50 kB (${name}) is painted`, keys.painted, undefined);
    print(`playground: the views of a text of 50 kB (${name}) are drawn in a pause`, keys.drawn, undefined);
  }
  for (const [name, text] of [
    ["one report", longReport(1_000_000).text],
    ["examples of all formats", await examples(1_000_000)],
  ] as const) {
    const pasted: number[] = [];
    for (let time = 0; time < 10; time += 1) {
      await fill(page, "");
      pasted.push(await fill(page, text));
    }
    print(`playground: a pasted text of 1 MB (${name}) is read`, pasted, 100);
  }
});

/** The documents of all formats one after the other, until they have so many bytes. */
async function examples(bytes: number): Promise<string> {
  const rooms = (await readdir(ROOMS, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const read = rooms.map(({ name }) => readFile(join(ROOMS, name, "fixtures/complete.md"), "utf8").catch(() => ""));
  const all = (await Promise.all(read)).join("\n\n");
  return all.repeat(Math.ceil(bytes / all.length)).slice(0, bytes);
}

/** Pastes a text, and returns how long the page's code takes to read it. */
async function fill(page: Page, text: string): Promise<number> {
  const taken = await page.evaluate((text) => {
    const area = document.querySelector<HTMLTextAreaElement>("[data-area]");
    if (!area) throw new Error("the page has no area");
    area.value = text;
    const began = performance.now();
    area.dispatchEvent(new InputEvent("input", { bubbles: true }));
    return performance.now() - began;
  }, text);
  await page.waitForTimeout(500);
  return taken;
}

/** Inserts letters in the middle of the text, each after a pause in which the views are drawn. */
async function typed(times: number): Promise<{ read: number[]; painted: number[]; drawn: number[] }> {
  const area = document.querySelector<HTMLTextAreaElement>("[data-area]");
  const views = document.querySelector("[data-views]");
  if (!area || !views) throw new Error("the page is no playground");
  area.focus();
  area.setSelectionRange(area.value.length / 2, area.value.length / 2);
  const [read, painted, drawn]: [number[], number[], number[]] = [[], [], []];
  for (let time = 0; time < times; time += 1) {
    const began = performance.now();
    document.execCommand("insertText", false, "a");
    read.push(performance.now() - began);
    await new Promise<void>((resolve) =>
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => resolve();
        channel.port2.postMessage(undefined);
      }),
    );
    painted.push(performance.now() - began);
    await new Promise<void>((resolve) => setTimeout(resolve, 300));
    // The tab that is open draws its view again.
    const drawing = performance.now();
    views.querySelector<HTMLElement>(".tabs__tab[aria-current]")?.click();
    drawn.push(performance.now() - drawing);
  }
  return { read, painted, drawn };
}

function print(what: string, taken: number[], limit: number | undefined): void {
  const sorted = taken.toSorted((left, right) => left - right);
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))]?.toFixed(1);
  const under = limit === undefined ? "" : ` (under ${limit})`;
  console.log(`\n${what} in ${at(0.5)} ms at the median${under}, ${at(0)} at best, ${at(0.9)} at the 90th percentile`);
}
