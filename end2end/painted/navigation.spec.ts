import { type Page } from "@playwright/test";

import { live, test } from "../support/fixtures.ts";
import { reviewReport } from "../support/reports.ts";

const ROUNDS = 10;
const PAGES = ["Documents", "Sessions", "Harmony", "Inbox", "Quarantine", "Overview"];

test("from a click to the painted page", async ({ page, harmony }) => {
  for (let number = 0; number < 60; number += 1) await harmony.send(reviewReport({ scope: `report ${number}` }));
  await page.goto("/");
  await live(page);
  for (const [how, pause] of [["at once", 0], ["after the pointer rested on it", 300]] as const) {
    const taken: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const name of PAGES) taken.push(await untilPainted(page, name, pause));
    }
    taken.sort((left, right) => left - right);
    const at = (share: number) => taken[Math.floor(share * (taken.length - 1))]?.toFixed(1);
    console.log(`\nnavigation: ${at(0.5)} ms from a click on a link ${how} to the painted page at the median (under 100)`);
    console.log(`navigation: ${at(0)} ms at best, ${at(0.9)} ms at the 90th percentile, ${at(1)} ms at worst, of ${taken.length}`);
  }
});

async function untilPainted(page: Page, name: string, pause: number): Promise<number> {
  const link = page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: new RegExp(`^${name}`) }).first();
  if (pause > 0) {
    await link.hover();
    await page.waitForTimeout(pause);
  }
  const clicked = await link.evaluate((element) => {
    const clicked = performance.timeOrigin + performance.now();
    (element as HTMLElement).click();
    return clicked;
  });
  await page.waitForFunction((clicked) => performance.timeOrigin >= clicked - 50, clicked);
  const painted = await page.evaluate(async () => {
    const paint = () => performance.getEntriesByName("first-contentful-paint")[0];
    while (!paint()) await new Promise((resolve) => setTimeout(resolve, 5));
    return performance.timeOrigin + (paint()?.startTime ?? 0);
  });
  await live(page);
  return painted - clicked;
}
