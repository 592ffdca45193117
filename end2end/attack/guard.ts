import type { BrowserContext, Page } from "@playwright/test";

import { type Watch, watch } from "../support/watch.ts";

/** Notices what payloads do in the pages of a context, also by the functions that they like to call. */
export async function guard(context: BrowserContext, site: string): Promise<Watch> {
  const watched = await watch(context, site);
  await context.addInitScript(() => {
    for (const name of ["pwned", "alert", "confirm", "prompt", "print"]) {
      Object.defineProperty(window, name, { value: (...words: unknown[]) => Object.assign(window, { ran: `${name}: ${words}` }) });
    }
    const { error } = console;
    console.error = (...words: unknown[]) => {
      if (words[0] === "pwned") Object.assign(window, { ran: "console" });
      error(...words);
    };
  });
  return watched;
}

/** Opens pages, as many at once as the machine has hands, and looks at each. Gives how many were opened. */
export async function visitAll(context: BrowserContext, watched: Watch, addresses: string[], hands = 2): Promise<number> {
  const left = [...addresses];
  const visit = async () => {
    const page: Page = await context.newPage();
    for (let address = left.shift(); address; address = left.shift()) {
      await page.goto(address);
      await watched.expectNothing(page);
    }
    await page.close();
  };
  await Promise.all(Array.from({ length: hands }, visit));
  return addresses.length;
}
