import { type Page, expect, test } from "@playwright/test";

import { Harmony } from "../support/harmony.ts";
import { carrying, openPlayground } from "../support/playground.ts";
import { watch } from "../support/watch.ts";
import { EACH, texts } from "./texts.ts";

/** Where the playground and the page of links show what they read. */
const PLACES = "[data-views], [data-notes], [data-mirror], [data-messages]";

let harmony: Harmony;

test.beforeAll(async () => {
  harmony = await Harmony.start();
});
test.afterAll(async () => harmony.stop());

test("no payload runs in the playground", async ({ context }) => {
  const watched = await watch(context, harmony.url);
  const page = await context.newPage();
  await openPlayground(page, `${harmony.url}/playground`);
  const written = await some();
  for (const { text } of written) {
    await shown(page, (text) => {
      const area = document.querySelector<HTMLTextAreaElement>("[data-area]");
      if (!area) throw new Error("the page has no area");
      area.value = text;
      area.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }, text);
    await watched.expectNothing(page, PLACES);
  }
  console.log(`playground: ${written.length} texts shown, 0 ran`);
});

test("no payload runs in a link that carries it", async ({ context }) => {
  const watched = await watch(context, harmony.url);
  const page = await context.newPage();
  await page.goto(`${harmony.url}${carrying("/preview", "# x")}`);
  await expect(page.getByRole("status").filter({ hasText: "No format was recognized" })).toBeVisible();
  const written = await some();
  for (const { text } of written) {
    await shown(page, (hash) => void (location.hash = hash), carrying("", text));
    await watched.expectNothing(page, PLACES);
  }
  console.log(`links that carry a text: ${written.length} texts shown, 0 ran`);
});

/** All texts, or in a short attack one of each format. */
async function some() {
  const written = await texts();
  return EACH === 1 ? written : written.filter(({ format }, index) => written[index - 1]?.format !== format);
}

/** Shows a text, and waits until its views are there. */
async function shown(page: Page, show: (text: string) => void, text: string): Promise<void> {
  const views = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const views = document.querySelector("[data-views]");
        if (views) new MutationObserver((_, observer) => (observer.disconnect(), resolve())).observe(views, { childList: true });
      }),
  );
  await page.evaluate(show, text);
  await views;
}
