import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

import { expect, test } from "../../support/fixtures.ts";
import { BINARY } from "../../support/harmony.ts";
import { quarantine } from "../../support/quarantine.ts";

interface Answer {
  structuredContent?: unknown;
  isError?: boolean;
}

/** Connects a client of the protocol to `harmony mcp`. */
async function connect(options: string[]): Promise<Client> {
  const client = new Client({ name: "end2end", version: "1.0.0" });
  await client.connect(new StdioClientTransport({ command: BINARY, args: ["mcp", ...options] }));
  return client;
}

function data(answer: Answer): Record<string, unknown> {
  expect(answer.isError).toBeFalsy();
  return answer.structuredContent as Record<string, unknown>;
}

test("a client of the protocol asks a running server", async ({ harmony }) => {
  await harmony.loadSamples();
  const client = await connect(["--server", harmony.url]);
  try {
    expect(client.getServerVersion()?.name).toBe("harmony");
    expect(client.getInstructions()).toContain("check_text");
    const { tools } = await client.listTools();
    expect(tools.every((tool) => tool.annotations?.readOnlyHint)).toBe(true);
    expect(tools.map((tool) => tool.name)).toContain("check_text");
    expect(tools.map((tool) => tool.name)).not.toContain("ingest");

    const text = "# Review Report: billing\n\n## Verdict: PERHAPS\n## Score: 9/10\n";
    const checked = await client.callTool({ name: "check_text", arguments: { text } });
    expect(data(checked)["passed"]).toBe(false);
    expect(JSON.stringify(checked.content)).toContain("^^^^ expected 90%, found 9/10");
    const explained = await client.callTool({ name: "explain_rule", arguments: { rule: "score-form" } });
    expect(data(explained)["why"]).toBeTruthy();
    const state = await client.callTool({ name: "chain_state", arguments: {} });
    expect(data(state)["sessions"]).not.toHaveLength(0);
    for (const name of ["health", "inbox", "list_issues", "check_quarantine"]) {
      data(await client.callTool({ name, arguments: {} }));
    }
    const wrong = await client.callTool({ name: "chain_state", arguments: { session: "none" } });
    expect(wrong.isError).toBe(true);
    await expect(client.callTool({ name: "ingest", arguments: { text } })).rejects.toThrow("--write");
  } finally {
    await client.close();
  }
});

test("with leave, what a client stores and quarantines is on the pages", async ({ harmony, page }) => {
  const client = await connect(["--server", harmony.url, "--write"]);
  try {
    const stored = data(await client.callTool({ name: "ingest", arguments: { text: quarantine(1) } }));
    const [document] = stored["documents"] as { url: string }[];
    await page.goto(document?.url ?? "");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const target = { targetType: "session", targetId: "night-42" };
    await client.callTool({ name: "add_quarantine", arguments: { ...target, reason: "It loops." } });
    await page.goto("/quarantine");
    await expect(page.getByRole("link", { name: "Release session night-42" })).toBeVisible();
    const released = await client.callTool({ name: "release_quarantine", arguments: target });
    expect(data(released)["released"]).toBe(true);
  } finally {
    await client.close();
  }
});
