import { AxeBuilder } from "@axe-core/playwright";
import { type Locator, type Page, expect, test as base } from "@playwright/test";

import { Harmony } from "./harmony.ts";

export { expect };

interface Fixtures {
  harmony: Harmony;
  /** Files that declare formats of a team, by name. */
  formats: Record<string, string>;
  /** Variables of the server's environment. */
  variables: Record<string, string>;
  /** Complaints of the console that a test brings about on purpose. */
  expectedComplaints: RegExp | undefined;
}

/** Says only that a busy machine takes long to compile what was loaded, or that a page was left before it was all there. */
const SLOW_MACHINE =
  /was preloaded using link preload but not used within a few seconds|WebSocket is closed before the connection is established|Response body loading was aborted|Failed to fetch\s+at \S+playground_parts/;

/** Firefox reports as errors of the page what was on its way when it was left, a server that is away, and axe's style. */
const FIREFOX =
  /^page error: (NetworkError when attempting to fetch|The operation was aborted|Firefox can’t establish a connection|The page’s settings blocked an inline style)/;

/** Every test has a server of its own, and fails when a page complains. */
export const test = base.extend<Fixtures>({
  expectedComplaints: [undefined, { option: true }],
  formats: [{}, { option: true }],
  variables: [{}, { option: true }],
  harmony: async ({ formats, variables }, use) => {
    const harmony = await Harmony.start([], formats, variables);
    await use(harmony);
    await harmony.stop();
  },
  baseURL: async ({ harmony }, use) => use(harmony.url),
  context: async ({ context, expectedComplaints }, use) => {
    const complaints: string[] = [];
    context.on("console", (message) => {
      const isComplaint = message.type() === "error" || message.type() === "warning";
      if (isComplaint) complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    });
    context.on("weberror", (error) => complaints.push(`page error: ${error.error().message}`));
    await use(context);
    const said = complaints.filter((complaint) => !SLOW_MACHINE.test(complaint) && !FIREFOX.test(complaint));
    const unexpected = said.filter((complaint) => !expectedComplaints?.test(complaint));
    expect(unexpected, "the console has no error and no warning").toEqual([]);
  },
});

/** Waits until the page answers to clicks and hears the server: its HTML is readable before. */
export async function live(page: Page): Promise<void> {
  await expect(state(page, /^Live$/)).toBeVisible();
}

/** What the page says of how true it is. */
export function state(page: Page, words: RegExp): Locator {
  return page.getByRole("status").filter({ hasText: words });
}

/** Marks the page, so that a reload, which would lose the mark, can be told from a change in place. */
export async function mark(page: Page): Promise<{ expectKept: () => Promise<void> }> {
  await page.evaluate(() => Object.assign(window, { mark: true }));
  return { expectKept: async () => expect(await page.evaluate(() => "mark" in window)).toBe(true) };
}

/** All rules of axe but for some, or some alone. */
type Rules = { except: string[] } | { only: string[] };

/** WCAG 2.2 AA and axe's best practices, but for rules that can't hold on the page. */
export async function expectAccessible(page: Page, rules: Rules = { except: [] }): Promise<void> {
  const builder = new AxeBuilder({ page }).options({ resultTypes: ["violations"] });
  const chosen = "only" in rules ? builder.withRules(rules.only) : builder.disableRules(rules.except);
  const { violations } = await chosen.analyze();
  const found = violations.map(({ id, help, nodes }) => ({ id, help, at: nodes.map((node) => node.target.join(" ")) }));
  expect(found).toEqual([]);
}
