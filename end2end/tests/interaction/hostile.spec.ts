import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";

import { type Page } from "@playwright/test";

import { expect, test } from "../../support/fixtures.ts";
import { PAYLOADS, poisoned } from "../../support/hostile.ts";
import { carrying, openPlayground } from "../../support/playground.ts";

/** A page draws so many blocks at once. */
const BLOCKS = 20;
const ROOMS = join(import.meta.dirname, "../../../app/src/formats");

test("no payload runs in any field of the playground", async ({ page }) => {
  test.setTimeout(900_000);
  const watched = await watch(page);
  await openPlayground(page);
  for (const text of await texts()) {
    await page.evaluate(async (text) => {
      const area = document.querySelector<HTMLTextAreaElement>("[data-area]");
      if (!area) throw new Error("the page has no area");
      area.value = text;
      const shown = new Promise<void>((resolve) => {
        const views = document.querySelector("[data-views]");
        if (views) new MutationObserver((_, observer) => (observer.disconnect(), resolve())).observe(views, { childList: true });
      });
      area.dispatchEvent(new InputEvent("input", { bubbles: true }));
      await shown;
    }, text);
    await watched.expectNothing();
  }
});

test("no payload runs in any field of a preview", async ({ page }) => {
  test.setTimeout(900_000);
  const watched = await watch(page);
  await page.goto(carrying("/preview", "# x"));
  await expect(page.getByRole("status").filter({ hasText: "No format was recognized" })).toBeVisible();
  for (const text of await texts()) {
    await page.evaluate(async (hash) => {
      const shown = new Promise<void>((resolve) => {
        const views = document.querySelector("[data-views]");
        if (views) new MutationObserver((_, observer) => (observer.disconnect(), resolve())).observe(views, { childList: true });
      });
      location.hash = hash;
      await shown;
    }, carrying("", text, `&name=${encodeURIComponent(PAYLOADS[text.length % PAYLOADS.length] ?? "")}`));
    await watched.expectNothing();
  }
});

/** Poisoned documents of every format, some in one text. */
async function texts(): Promise<string[]> {
  expect(PAYLOADS.length).toBeGreaterThanOrEqual(2_000);
  const texts: string[] = [];
  const rooms = await readdir(ROOMS, { withFileTypes: true });
  for (const room of rooms.filter((entry) => entry.isDirectory())) {
    const folder = join(ROOMS, room.name, "fixtures");
    const examples = (await readdir(folder)).filter((name) => name.startsWith("complete."));
    expect(examples.length, room.name).toBeGreaterThan(0);
    const documents = poisoned(await readFile(join(folder, examples[0] ?? ""), "utf8"));
    for (let from = 0; from < documents.length; from += BLOCKS) {
      texts.push(documents.slice(from, from + BLOCKS).join("\n\n"));
    }
  }
  return texts;
}

/** Notices whatever a payload could do. */
async function watch(page: Page): Promise<{ expectNothing: () => Promise<void> }> {
  const done: string[] = [];
  page.on("dialog", (dialog) => (done.push(`dialog: ${dialog.message()}`), dialog.dismiss()));
  page.on("request", (request) => {
    if (request.url().includes("evil.invalid")) done.push(`request: ${request.url()}`);
  });
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(window, { violations });
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, sample }) =>
      violations.push(`${violatedDirective}: ${sample}`),
    );
  });
  const expectNothing = async () => {
    const found = await page.evaluate(() => {
      const { ran, violations } = window as unknown as { ran?: number; violations: string[] };
      const places = "[data-views], [data-notes], [data-mirror], [data-told]";
      const elements = [...document.querySelectorAll(places)].flatMap((place) => [...place.querySelectorAll("*")]);
      const foreign = "script,img,iframe,object,embed,video,audio,link,style,base,meta,math,template,frameset,marquee";
      const isHostile = (element: Element) =>
        element.matches(foreign) ||
        [...element.attributes].some(
          ({ name, value }) => name.startsWith("on") || (/^(href|action|formaction|src)$/.test(name) && !/^(https?:|mailto:|[?#/]|$)/i.test(value)),
        );
      return { ran, violations, hostile: elements.filter(isHostile).map((element) => element.outerHTML.slice(0, 300)) };
    });
    expect(found).toEqual({ ran: undefined, violations: [], hostile: [] });
    expect(done).toEqual([]);
  };
  return { expectNothing };
}
