import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";

export const BINARY = process.env.HARMONY_BINARY ?? join(import.meta.dirname, "../../target/debug/harmony");
/** Webhooks may send there, where nobody answers. */
const WEBHOOK_HOST = "hooks.invalid";
const START_MS = 20_000;
const STOP_MS = 10_000;

/** A stored document, as the answer to its arrival names it. */
export interface Stored {
  id: string;
  format: string | null;
  url: string;
}

/** A server of its own for a test: free port, empty store, gone afterwards. */
export class Harmony {
  /** What a test may put texts into for the server to find. */
  readonly watched: string;
  /** Where the files are that declare formats of a team, if there are any at the start. */
  readonly formats: string;
  private process: ChildProcess | undefined;
  private output = "";
  /** The system gives a port at the first start; it is the same from then on. */
  private address = "127.0.0.1:0";

  private constructor(
    private readonly folder: string,
    private readonly options: string[],
    private readonly variables: Record<string, string>,
  ) {
    this.watched = join(folder, "reports");
    this.formats = join(folder, "formats");
  }

  /** `options` come on top of what every test's server is started with; `formats` are files of a team's, by name. */
  static async start(options: string[] = [], formats: Record<string, string> = {}, variables: Record<string, string> = {}): Promise<Harmony> {
    const folder = await mkdtemp(join(tmpdir(), "harmony-end2end-"));
    const files = Object.entries(formats);
    const harmony = new Harmony(folder, files.length > 0 ? [...options, "--formats", join(folder, "formats")] : options, variables);
    await mkdir(harmony.watched);
    if (files.length > 0) await mkdir(harmony.formats);
    for (const [name, source] of files) await writeFile(join(harmony.formats, name), source);
    await harmony.resume();
    return harmony;
  }

  get url(): string {
    return `http://${this.address}`;
  }

  /** Starts the server, on the same address and store as before. */
  async resume(): Promise<void> {
    const store = join(this.folder, "harmony.sqlite");
    const fixed = ["serve", this.watched, "--listen", this.address, "--store", store, "--webhook-host", WEBHOOK_HOST];
    const options = [...fixed, ...this.options];
    this.process = spawn(BINARY, options, { cwd: this.folder, stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, ...this.variables } });
    this.process.stdout?.on("data", (chunk) => (this.output += chunk));
    this.process.stderr?.on("data", (chunk) => (this.output += chunk));
    await this.ready(this.process);
  }

  /** Sends a text and waits for the answer, which comes when it is on disk. */
  async send(text: string, contentType = "text/markdown", query = ""): Promise<Stored> {
    const response = await this.post(text, contentType, query);
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    const { documents } = (await response.json()) as { documents: Stored[] };
    const stored = documents[0];
    if (!stored) throw new Error("the answer names no document");
    return stored;
  }

  /** What the server has noted so far, by the first group of a pattern for a line. */
  noted(pattern: RegExp): string[] {
    // Without the colors of a terminal.
    const lines = this.output.replaceAll(/\u001b\[[\d;]*m/g, "").split("\n");
    return lines.flatMap((line) => pattern.exec(line)?.[1] ?? []);
  }

  post(body: string, contentType = "text/markdown", query = ""): Promise<Response> {
    return fetch(`${this.url}/api/documents${query}`, { method: "POST", body, headers: { "content-type": contentType } });
  }

  /** Adds a webhook. */
  async addWebhook(named: { name: string; session?: string } = { name: "team channel" }): Promise<void> {
    const webhook = { ...named, url: `https://${WEBHOOK_HOST}/services/T0`, shape: "slack", urgency: "high" };
    const options = { method: "POST", headers: { "content-type": "application/json" } };
    const response = await fetch(`${this.url}/api/webhooks`, { ...options, body: JSON.stringify(webhook) });
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  }

  /** Publishes texts, and gives the path of their page. */
  async publish(texts: string[]): Promise<string> {
    const documents = texts.map((text, index) => ({ name: `${index + 1}.md`, text }));
    const options = { method: "POST", headers: { "content-type": "application/json" } };
    const response = await fetch(`${this.url}/api/previews`, { ...options, body: JSON.stringify({ documents }) });
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
    const { preview } = (await response.json()) as { preview: { url: string } };
    return preview.url;
  }

  /** Writes a text to one HTML file, and gives its path. */
  async render(text: string): Promise<string> {
    const [input, output] = [join(this.folder, "report.md"), join(this.folder, "preview.html")];
    await writeFile(input, text);
    await promisify(execFile)(BINARY, ["render", input, "-o", output]);
    return output;
  }

  /** What the button "Load the sample" does. */
  async loadSamples(): Promise<void> {
    const response = await fetch(`${this.url}/api/page/sample`, { method: "POST" });
    if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  }

  /** Ends the server as a person would; fails when it is gone already, or does not end by itself. */
  async pause(): Promise<void> {
    const { process } = this;
    if (!process) return;
    this.process = undefined;
    const end = process.exitCode ?? process.signalCode;
    if (end !== null) throw new Error(`harmony ended early: ${end}\n${this.output}`);
    const ended = once(process, "exit");
    process.kill("SIGTERM");
    const outcome = await Promise.race([ended, setTimeout(STOP_MS, "late", { ref: false })]);
    if (outcome !== "late") return;
    process.kill("SIGKILL");
    throw new Error(`harmony did not end within ${STOP_MS} ms\n${this.output}`);
  }

  async stop(): Promise<void> {
    await this.pause();
    await rm(this.folder, { recursive: true, force: true });
  }

  private async ready(process: ChildProcess): Promise<void> {
    const deadline = Date.now() + START_MS;
    while (Date.now() < deadline && process.exitCode === null) {
      this.address = /http:\/\/(\S+)\s/.exec(this.output)?.[1] ?? this.address;
      const answer = await fetch(`${this.url}/healthz`).catch(() => undefined);
      if (answer?.ok) return;
      await setTimeout(25);
    }
    process.kill("SIGKILL");
    throw new Error(`harmony did not start\n${this.output}`);
  }
}
