import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { deflateRawSync } from "node:zlib";

import { expect, expectAccessible, test } from "../../support/fixtures.ts";
import { DEVIATING, carrying } from "../../support/playground.ts";

const SAID = /^5\.1 Review Report, /;

test("a link carries its text, and nothing of it is sent", async ({ page, harmony }) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(`${request.url()} ${request.postData() ?? ""}`));
  await page.goto(carrying("/preview", DEVIATING, "&name=ledger.md"));
  await expect(page.getByRole("status").filter({ hasText: SAID })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("ledger.md");
  await expect(page.getByRole("region", { name: "Source text" })).toContainText("Rounding is right.");
  for (const request of requests) {
    const { pathname, hostname } = new URL(request.split(" ")[0] ?? "");
    expect(hostname).toBe(new URL(harmony.url).hostname);
    expect(pathname).toMatch(/^\/(preview|favicon\.svg|pkg\/\w+\/(harmony\.css|playground\.css|playground(_parts)?\.js|(playground_bg|split_\w+|chunk_\w+)\.wasm))$/);
  }
});

test("a preview is shown with the network cut, and its tabs and fixes work", async ({ page, context }) => {
  await page.goto(carrying("/preview", DEVIATING));
  await expect(page.getByRole("status").filter({ hasText: SAID })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("link", { name: "Source", exact: true }).click();
  await expect(page.getByRole("region", { name: "Source text" })).toContainText("the score is written 9/10");
  await page.getByRole("link", { name: "JSON", exact: true }).click();
  await expect(page.getByRole("region", { name: "JSON" })).toContainText('"format": "5.1"');
  await page.getByRole("link", { name: "Viewer", exact: true }).click();
  await page.getByRole("link", { name: /^Fix (all|the one)/ }).click();
  await expect(page.getByRole("region", { name: "Source text" })).toContainText("## Score: 90%");
  await page.goBack();
  await expect(page.getByRole("region", { name: "Source text" })).toContainText("## Score: 9/10");
});

test("a link that can't be read says why", async ({ page }) => {
  const alert = (words: RegExp) => page.getByRole("status").filter({ hasText: words });
  await page.goto("/preview");
  await expect(alert(/carries no text/)).toBeVisible();
  await page.goto("/preview#t=AAAA%");
  await expect(alert(/damaged/)).toBeVisible();
  const bomb = deflateRawSync(Buffer.alloc(64 * 1024 * 1024, 97), { level: 9 }).toString("base64url");
  await page.goto(`/preview#t=${bomb}`);
  await expect(alert(/more than 2 MB/)).toBeVisible();
  await page.goto("/preview?src=javascript:alert(1)");
  await expect(alert(/must be an address of the web/)).toBeVisible();
});

test("the preview is accessible", async ({ page }) => {
  await page.goto(carrying("/preview", DEVIATING));
  await expect(page.getByRole("status").filter({ hasText: SAID })).toBeVisible();
  await expectAccessible(page);
});

/** Another site, which lets others read what it has, or doesn't. */
async function site(allows: boolean, body = DEVIATING): Promise<{ url: string; asked: string[]; close: () => void }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.cookie ?? ""}${request.headers.referer ?? ""}`);
    if (allows) response.setHeader("access-control-allow-origin", "*");
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/reports/ledger.md`, asked, close: () => server.close() };
}

test.describe("a text at another site", () => {
  test.use({ expectedComplaints: /CORS policy|Failed to load resource|Content Security Policy|Same Origin Policy|settings blocked|dynamically imported/ });

  test("is fetched by the browser once the reader agrees", async ({ page }) => {
    const other = await site(true);
    try {
      await page.goto(`/preview?src=${encodeURIComponent(other.url)}`);
      const load = page.getByRole("button", { name: `Load it from ${new URL(other.url).host}` });
      await expect(load).toBeVisible();
      expect(other.asked).toEqual([]);
      await load.click();
      await expect(page.getByRole("status").filter({ hasText: SAID })).toBeVisible();
      expect(other.asked).toEqual(["/reports/ledger.md "]);
    } finally {
      other.close();
    }
  });

  test("that allows no other sites says what to do", async ({ page }) => {
    const other = await site(false);
    try {
      await page.goto(`/preview?src=${encodeURIComponent(other.url)}`);
      await page.getByRole("button", { name: /^Load it from/ }).click();
      await expect(page.getByText(/Access-Control-Allow-Origin/)).toBeVisible();
      await expect(page.getByText(/drop it into the playground/)).toBeVisible();
    } finally {
      other.close();
    }
  });

  test("is cut at 2 MB", async ({ page }) => {
    const other = await site(true, "a".repeat(3 * 1024 * 1024));
    try {
      await page.goto(`/preview?src=${encodeURIComponent(other.url)}`);
      await page.getByRole("button", { name: /^Load it from/ }).click();
      await expect(page.getByText(/has more than 2 MB/)).toBeVisible();
    } finally {
      other.close();
    }
  });

  test("is out of reach for every other page", async ({ page }) => {
    const other = await site(true);
    try {
      const fetched = (address: string) =>
        page.evaluate((url) => fetch(url).then(() => "fetched", () => "refused"), address);
      await page.goto("/preview");
      expect(await fetched(other.url)).toBe("refused");
      await page.goto("/playground");
      expect(await fetched(other.url)).toBe("refused");
      await page.goto("/preview?src=https://example.invalid/a.md");
      expect(await fetched(other.url)).toBe("refused");
    } finally {
      other.close();
    }
  });
});
