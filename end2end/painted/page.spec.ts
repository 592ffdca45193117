import { type Page } from "@playwright/test";

import { live, test } from "../support/fixtures.ts";
import { reviewReport } from "../support/reports.ts";

const TIMES = 100;

test("from an event to the painted page", async ({ page, harmony }) => {
  await harmony.send(reviewReport({ scope: "the first" }));
  await page.goto("/");
  await live(page);
  const taken: number[] = [];
  for (let number = 0; number < TIMES; number += 1) {
    const scope = `painted ${number}`;
    taken.push(await untilPainted(page, scope, reviewReport({ scope })));
  }
  taken.sort((left, right) => left - right);
  const at = (share: number) => taken[Math.floor(share * (taken.length - 1))]?.toFixed(1);
  console.log(`\npage: ${at(0.5)} ms from sending a report to the painted page at the median (under 100)`);
  console.log(`page: ${at(0)} ms at best, ${at(0.9)} ms at the 90th percentile, ${at(1)} ms at worst, of ${TIMES}`);
});

/** Sends a report from the page itself, so that one clock times both ends: on its way, on disk, told, folded, painted. */
function untilPainted(page: Page, scope: string, text: string): Promise<number> {
  return page.evaluate(
    async ({ scope, text }) => {
      const feed = document.querySelector("main");
      if (!feed) throw new Error("the page has no feed");
      const shown = new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          if (!feed.textContent?.includes(scope)) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(feed, { childList: true, subtree: true, characterData: true });
      });
      const began = performance.now();
      const sent = fetch("/api/documents", { method: "POST", body: text, headers: { "content-type": "text/markdown" } });
      await shown;
      // A message that is sent in the last step before a frame is painted arrives right after it.
      await new Promise<void>((resolve) => {
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => resolve();
          channel.port2.postMessage(undefined);
        });
      });
      const taken = performance.now() - began;
      await sent;
      return taken;
    },
    { scope, text },
  );
}
