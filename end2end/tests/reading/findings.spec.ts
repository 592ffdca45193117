import type { Page } from "@playwright/test";
import { expect, test } from "../../support/fixtures.ts";
import { type Finding, reviewReport } from "../../support/reports.ts";

const FINDINGS: Finding[] = [
  { file: "src/store.rs", severity: "low", description: "The name says nothing" },
  { file: "src/api.rs", severity: "critical", description: "An acknowledged row can be lost" },
  { file: "web/page.ts", severity: "medium", description: "The name is shown twice" },
  { file: "src/api.rs", severity: "high", description: "The limit is not checked" },
];

const rows = (page: Page) => page.getByRole("region", { name: "Findings" }).getByRole("row");

test("findings are put in order and narrowed by a form", async ({ page, harmony }) => {
  const { id } = await harmony.send(reviewReport({ findings: FINDINGS }));
  await page.goto(`/documents/${id}`);
  await expect(rows(page)).toHaveCount(1 + 4);
  await page.getByRole("combobox", { name: "Order" }).selectOption("by severity");
  await page.getByRole("searchbox", { name: "Text" }).fill("name");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page).toHaveURL(/sort=severity.*text=name$/);
  await expect(rows(page)).toHaveCount(1 + 2);
  await expect(rows(page).nth(1)).toContainText("The name is shown twice");
  await expect(rows(page).nth(2)).toContainText("The name says nothing");
  await expect(page.getByText("2 of 4")).toBeVisible();
});

test("the address holds order and filters", async ({ page, harmony }) => {
  const { id } = await harmony.send(reviewReport({ findings: FINDINGS }));
  await page.goto(`/documents/${id}?severity=critical&file=API`);
  await expect(rows(page)).toHaveCount(1 + 1);
  await expect(rows(page).nth(1)).toContainText("An acknowledged row can be lost");
  await expect(page.getByRole("combobox", { name: "Severity" })).toHaveValue("critical");
  await page.getByRole("link", { name: "Show all" }).click();
  await expect(rows(page)).toHaveCount(1 + 4);
  await page.goto(`/documents/${id}?text=nowhere`);
  await expect(page.getByText("No findings match.")).toBeVisible();
});

test("order and filter go with the reader from page to page", async ({ page, harmony }) => {
  const findings = Array.from({ length: 450 }, (_, index) => ({
    severity: index % 2 ? "low" : "high",
    description: index % 3 ? "One thing" : "Another thing",
  }));
  const { id } = await harmony.send(reviewReport({ findings }));
  await page.goto(`/documents/${id}?sort=severity&text=one+thing`);
  const pages = page.getByRole("navigation", { name: "Pages of findings" });
  await expect(pages).toContainText("1–100 of 300");
  await expect(rows(page).nth(1)).toContainText("high");
  await pages.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL(/row=101/);
  await expect(pages).toContainText("101–200 of 300");
  await expect(rows(page).nth(1)).toContainText("high");
  await expect(rows(page).nth(100)).toContainText("low");
  await pages.getByRole("link", { name: "Next" }).click();
  await expect(pages).toContainText("201–300 of 300");
  await expect(rows(page).filter({ hasText: "Another thing" })).toHaveCount(0);
});
