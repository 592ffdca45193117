import { type Page } from "@playwright/test";

import { expect, live, mark, test } from "../../support/fixtures.ts";
import { Harmony } from "../../support/harmony.ts";
import { Proxy } from "../../support/proxy.ts";
import { reviewReport } from "../../support/reports.ts";

const CUTS = 20;
const EVENTS = 5_000;

test.describe("a connection that is cut again and again", () => {
  // The browser itself reports each connection that was cut or refused.
  test.use({ expectedComplaints: /WebSocket connection to .* failed|net::ERR_/ });

  test("ends where one ends that was never cut", async ({ browser, page }) => {
    // Each cut may take its longest wait.
    test.setTimeout(CUTS * 20_000);
    // Its own, since it is reached by the proxy's address too.
    const harmony = await Harmony.start(["--allow-host", "127.0.0.1"]);
    const proxy = await Proxy.start(harmony.url);
    const context = await browser.newContext();
    const cut = await context.newPage();
    await harmony.send(reviewReport({ scope: "before all" }));
    await page.goto(harmony.url);
    await cut.goto(proxy.url);
    await Promise.all([live(page), live(cut)]);
    const marks = [await mark(page), await mark(cut)];

    const half = EVENTS / CUTS / 2;
    for (let round = 1; round <= CUTS; round += 1) {
      await tell(harmony, `round ${round}, first half`, half);
      proxy.cut();
      await tell(harmony, `round ${round}, second half`, half);
      await expect.poll(() => proxy.streams, { timeout: 60_000 }).toBeGreaterThan(round);
    }

    const expected = (await whatItShows(page, `round ${CUTS}, second half ${half}`)).join("\n");
    expect(expected).toMatch(/5.001/);
    expect((await whatItShows(cut, `round ${CUTS}, second half ${half}`)).join("\n")).toBe(expected);
    await Promise.all(marks.map((mark) => mark.expectKept()));
    // What both folded is what the server says.
    await page.reload();
    expect((await whatItShows(page, `round ${CUTS}, second half ${half}`)).join("\n")).toBe(expected);

    await context.close();
    await proxy.stop();
    await harmony.stop();
  });
});

/** So many events, told one by one though they are sent at once. */
async function tell(harmony: Harmony, what: string, count: number): Promise<void> {
  const line = (_: unknown, index: number) => {
    const verdict = index % 3 === 0 ? "NEEDS_CHANGES" : "APPROVED";
    return JSON.stringify({ text: reviewReport({ scope: `${what} ${index + 1}`, verdict }) });
  };
  const lines = Array.from({ length: count }, line).join("\n");
  const response = await harmony.post(lines, "application/x-ndjson");
  expect(response.status).toBe(201);
}

/** How many documents there are and the newest ones, once the page shows the last of them. */
async function whatItShows(page: Page, last: string): Promise<string[]> {
  await live(page);
  const feed = page.getByRole("region", { name: "Newest reports and verdicts" });
  await expect(feed.getByRole("row").nth(1)).toContainText(last);
  return [await page.locator(".overview__more").innerText(), ...(await feed.getByRole("row").allInnerTexts())];
}
