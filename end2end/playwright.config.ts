import { availableParallelism } from "node:os";

import { defineConfig } from "@playwright/test";

/** Debian's Firefox, which Playwright drives by WebDriver BiDi. */
const firefox = process.env.FIREFOX;

export default defineConfig({
  testDir: "tests",
  outputDir: "results/traces",
  fullyParallel: true,
  forbidOnly: true,
  workers: availableParallelism(),
  timeout: 120_000,
  // A page that was cut off waits up to 7.5 seconds before it comes back, and machines that test are busy.
  expect: { timeout: 20_000 },
  reporter: [
    ["list"],
    ["html", { outputFolder: "report", open: "never" }],
    ["json", { outputFile: "results/report.json" }],
  ],
  use: {
    browserName: "chromium",
    launchOptions: {
      // `cargo xtask test` sets it; without it, Playwright takes its own.
      executablePath: process.env.CHROMIUM,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
    actionTimeout: 20_000,
    locale: "en-US",
    // Far from the server's, so that a time which is rendered differently on both sides shows up.
    timezoneId: "Asia/Seoul",
    // Pictures and copies of each page would cost more than what is tested.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false, sources: false },
    viewport: { width: 1440, height: 900 },
  },
  projects: [
    { name: "light", use: { colorScheme: "light" } },
    { name: "dark", use: { colorScheme: "dark" }, testMatch: "**/appearance/**" },
    { name: "no JavaScript", use: { javaScriptEnabled: false }, testMatch: "**/reading/**" },
    ...(firefox
      ? [
          {
            name: "Firefox",
            use: {
              browserName: "firefox" as const,
              channel: "moz-firefox",
              launchOptions: { executablePath: firefox },
            },
            testMatch: "**/interaction/**",
            // These are of the server, or of what Chromium alone answers.
            testIgnore: /(hostile_pages|mcp|typescript)\.spec\.ts/,
          },
        ]
      : []),
  ],
});
