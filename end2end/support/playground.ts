import { deflateRawSync } from "node:zlib";

import { type Locator, type Page, expect } from "@playwright/test";

/** A report with issues, two of which can be fixed. */
export const DEVIATING = `# Review Report: packages/ledger

## Verdict: APPROVED

## Score: 9/10

## Summary

Rounding is right.

## Findings

| # | File | Line | Severity | Description |
|---|------|------|----------|-------------|
| 1 | src/round.rs | 12 | Low | A name says nothing |
`;

/** The address of a page with what a link carries. */
export function carrying(page: string, text: string, rest = ""): string {
  return `${page}#t=${deflateRawSync(text).toString("base64url")}${rest}`;
}

/** Opens the playground, and waits until it reads. */
export async function openPlayground(page: Page, address = "/playground"): Promise<Locator> {
  await page.goto(address);
  // The parsers are loaded at the first sign of a reader.
  await page.mouse.move(9, 9);
  await expect(page.getByRole("status").filter({ hasText: "Loading the parsers" })).toBeHidden();
  await expect(page.locator("[data-templates] option")).not.toHaveCount(1);
  // The viewers come later.
  await page.waitForLoadState("networkidle");
  return page.getByRole("textbox", { name: "Text", exact: true });
}

export function views(page: Page): Locator {
  return page.getByRole("region", { name: "Views" });
}

export function issues(page: Page): Locator {
  return page.getByRole("region", { name: "Issues" });
}
