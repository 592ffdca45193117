import { expect, live, mark, test } from "../../support/fixtures.ts";
import { reviewReport } from "../../support/reports.ts";

test("open lists drop a document that is deleted, and do not take it for a new one", async ({ page, harmony }) => {
  await harmony.send(reviewReport({ scope: "the one that stays" }));
  const { id } = await harmony.send(reviewReport({ scope: "the one that goes" }));
  await page.goto("/documents");
  await live(page);
  const before = await mark(page);
  const pinned = await fetch(`${harmony.url}/api/documents/${id}/pin`, { method: "PUT" });
  expect(pinned.status).toBe(204);
  const deleted = await fetch(`${harmony.url}/api/documents/${id}`, { method: "DELETE" });
  expect(deleted.status).toBe(204);
  await expect(page.getByRole("link", { name: "the one that goes" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "the one that stays" })).toBeVisible();
  await expect(page.getByRole("link", { name: /new document/ })).toHaveCount(0);
  await before.expectKept();
});

test("the overview drops it too, and counts again", async ({ page, harmony }) => {
  await harmony.send(reviewReport({ scope: "the one that stays" }));
  const { id } = await harmony.send(reviewReport({ scope: "the one that goes" }));
  await page.goto("/");
  await live(page);
  await fetch(`${harmony.url}/api/documents/${id}`, { method: "DELETE" });
  const feed = page.getByRole("region", { name: "Newest reports and verdicts" });
  await expect(feed.getByRole("row")).toHaveCount(2);
  await expect(feed.getByRole("link", { name: "the one that goes" })).toHaveCount(0);
});

test("the page of a document that is deleted says so", async ({ page, harmony }) => {
  const { id, url } = await harmony.send(reviewReport({ scope: "read at the moment" }));
  await page.goto(url);
  await live(page);
  await fetch(`${harmony.url}/api/documents/${id}`, { method: "DELETE" });
  await expect(page.getByText("This document was deleted.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Actions" })).toHaveCount(0);
});
