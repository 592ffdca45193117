import { expect, test } from "../../support/fixtures.ts";
import { PAYLOADS, Payloads, copiesForAll, examples, poisoned } from "../../support/hostile.ts";
import { carrying, openPlayground } from "../../support/playground.ts";
import { watch } from "../../support/watch.ts";

/** A page draws so many blocks at once. */
const BLOCKS = 20;
/** Where the playground and previews show what they read. */
const PLACES = "[data-views], [data-notes], [data-mirror], [data-messages]";

test("no payload runs in any field of the playground", async ({ page, context }) => {
  test.setTimeout(900_000);
  const watched = await watch(context);
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
    await watched.expectNothing(page, PLACES);
  }
});

test("no payload runs in any field of a preview", async ({ page, context }) => {
  test.setTimeout(900_000);
  const watched = await watch(context);
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
    await watched.expectNothing(page, PLACES);
  }
});

/** Poisoned documents of every format, some in one text. */
async function texts(): Promise<string[]> {
  expect(PAYLOADS.length).toBeGreaterThanOrEqual(2_000);
  const texts: string[] = [];
  for (const example of (await examples()).values()) {
    const documents = poisoned(example, copiesForAll(example), new Payloads());
    for (let from = 0; from < documents.length; from += BLOCKS) {
      texts.push(documents.slice(from, from + BLOCKS).join("\n\n"));
    }
  }
  return texts;
}
