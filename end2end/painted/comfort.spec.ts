import type { Page } from "@playwright/test";

import { live, test } from "../support/fixtures.ts";
import { reviewReport } from "../support/reports.ts";

const FINDINGS = 5_000;
const ROUNDS = 10;
const SCROLLED_MS = 3_000;
const PAGES = ["/", "/documents", "/sessions", "/inbox", "/harmony", "/quarantine", "/contract", "/decisions", "/verdicts", "/playground", "/add"];

test("a review with thousands of findings", async ({ page, harmony }) => {
  const findings = Array.from({ length: FINDINGS }, (_, index) => ({ description: `Lost update ${index + 1}` }));
  const { url } = await harmony.send(reviewReport({ findings }));
  const opened: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.goto("/documents");
    await page.goto(url);
    opened.push(await firstPaint(page));
  }
  await live(page);
  const frames = await scroll(page);
  console.log(`\ncomfort: ${FINDINGS} findings are painted ${at(opened, 0.5)} ms after the request at the median, ${at(opened, 1)} at worst (at most 400)`);
  console.log(`comfort: scrolled for ${SCROLLED_MS} ms, a frame takes ${at(frames, 0.5)} ms at the median, ${at(frames, 0.95)} at the 95th percentile (60 a second: 16.7)`);
});

test("shifts and answers", async ({ page, harmony }) => {
  await harmony.loadSamples();
  const { url } = await harmony.send(reviewReport());
  const shifts: string[] = [];
  const answers: number[] = [];
  await page.addInitScript(observe);
  for (const path of [...PAGES, url]) {
    await page.goto(path);
    await live(page);
    for (const key of ["j", "j", "k", "n", "Tab", "Tab", "[", "[", "/"]) {
      await page.keyboard.press(key);
      await page.waitForTimeout(60);
    }
    await page.keyboard.type("is:failed");
    await page.waitForTimeout(400);
    await page.keyboard.press("Escape");
    await page.waitForTimeout(100);
    const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
    shifts.push(`${path} ${seen.shift.toFixed(4)}`);
    answers.push(...seen.answers);
  }
  console.log(`\ncomfort: layout shift ${shifts.join(", ")} (0 each)`);
  console.log(`comfort: of ${answers.length} key presses the slowest was answered by a frame in ${at(answers, 1)} ms, the median in ${at(answers, 0.5)} (at most 80)`);
});

interface Seen {
  shift: number;
  answers: number[];
}

function observe(): void {
  const seen: Seen = { shift: 0, answers: [] };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) seen.shift += entry.value;
    }
  }).observe({ type: "layout-shift", buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.name === "keydown") seen.answers.push(entry.duration);
  }).observe({ type: "event", buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}

function firstPaint(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const paint = () => performance.getEntriesByName("first-contentful-paint")[0];
    while (!paint()) await new Promise((resolve) => setTimeout(resolve, 5));
    return paint()?.startTime ?? 0;
  });
}

/** Scrolls as a wheel does, and returns how long each frame took. */
function scroll(page: Page): Promise<number[]> {
  return page.evaluate(async (scrolled) => {
    const frames: number[] = [];
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    const started = await frame();
    for (let last = started, now = last; now - started < scrolled; last = now) {
      window.scrollBy(0, 40);
      now = await frame();
      frames.push(now - last);
    }
    return frames;
  }, SCROLLED_MS);
}

function at(taken: number[], share: number): string {
  const sorted = taken.toSorted((left, right) => left - right);
  return sorted[Math.floor(share * (sorted.length - 1))]?.toFixed(1) ?? "none";
}
