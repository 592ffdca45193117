// Runs Lighthouse on the pages of a demo server and prints the scores; `cargo xtask lighthouse` starts it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout } from "node:timers/promises";

import { launch } from "chrome-launcher";
import lighthouse, { desktopConfig } from "lighthouse";

const CATEGORIES = ["performance", "accessibility", "best-practices"];
const PRESETS = { desktop: desktopConfig, mobile: undefined };
const LOWEST = 98;

const address = `127.0.0.1:${await freePort()}`;
const server = spawn(process.env.HARMONY_BINARY, ["--demo", "--listen", address], { stdio: "ignore" });
const chrome = await launch({
  chromePath: process.env.CHROMIUM,
  chromeFlags: ["--headless=new", "--no-sandbox", "--disable-gpu"],
});
try {
  const { documents } = await (await answer(`http://${address}/api/documents`)).json();
  const review = documents.find(({ blocks }) => blocks[0]?.format === "5.1") ?? documents[0];
  const pages = {
    overview: "/",
    inbox: "/inbox",
    sessions: "/sessions",
    session: "/session?session=checkout-refunds",
    documents: "/documents",
    document: `/documents/${review.id}`,
    verdicts: "/verdicts",
    decisions: "/decisions",
    harmony: "/harmony",
    quarantine: "/quarantine",
    contract: "/contract",
    format: "/contract/review-report",
    playground: "/playground",
    add: "/add",
    previews: "/previews",
    webhooks: "/webhooks",
  };
  let isBelow = false;
  console.log(["page", "preset", ...CATEGORIES].map((title) => title.padEnd(16)).join(""));
  for (const [page, path] of Object.entries(pages)) {
    for (const [preset, config] of Object.entries(PRESETS)) {
      const { lhr } = await lighthouse(`http://${address}${path}`, settings(), config);
      const scores = CATEGORIES.map((name) => Math.round(lhr.categories[name].score * 100));
      isBelow ||= scores.some((score) => score < LOWEST);
      console.log([page, preset, ...scores].map((cell) => String(cell).padEnd(16)).join(""));
      for (const audit of lost(lhr)) {
        console.log(`  ${audit.score} ${audit.id}: ${audit.title} ${audit.displayValue ?? ""}`);
        for (const { node } of audit.details?.items ?? []) if (node) console.log(`    ${node.snippet}`);
      }
    }
  }
  if (isBelow) console.log(`a score is below ${LOWEST}`);
  process.exitCode = isBelow ? 1 : 0;
} finally {
  chrome.kill();
  server.kill();
}

function settings() {
  return { port: chrome.port, onlyCategories: CATEGORIES, output: "json", logLevel: "error" };
}

/** Audits that cost points. */
function lost(lhr) {
  const weighted = CATEGORIES.flatMap((name) => lhr.categories[name].auditRefs).filter(({ weight }) => weight > 0);
  return weighted.map(({ id }) => lhr.audits[id]).filter(({ score }) => score !== null && score < 0.9);
}

/** The server's answer, as soon as it gives one. */
async function answer(url) {
  for (let tries = 0; tries < 400; tries++) {
    const response = await fetch(url).catch(() => undefined);
    if (response?.ok) return response;
    await setTimeout(50);
  }
  throw new Error(`${url} did not answer`);
}

async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address();
  probe.close();
  await once(probe, "close");
  return port;
}
