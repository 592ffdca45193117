import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import ts from "typescript";

import { expect, test } from "../../support/fixtures.ts";
import { BINARY } from "../../support/harmony.ts";

const FORMATS = join(import.meta.dirname, "../../../examples/formats");
const OPTIONS: ts.CompilerOptions = { strict: true, noEmit: true, target: ts.ScriptTarget.ES2023, types: [] };

async function harmony(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(BINARY, [...args, "--formats", FORMATS]);
  return stdout;
}

/** Returns what the compiler says of files, a message each. */
function problems(files: string[]): string[] {
  return ts.getPreEmitDiagnostics(ts.createProgram(files, OPTIONS)).map(({ file, start, messageText }) => {
    const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start ?? 0).line + 1;
    return `${file?.fileName}:${line}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
  });
}

test("the types of all formats compile, and are those of what is read", async ({}, info) => {
  const { formats } = JSON.parse(await harmony("contract", "coverage", "--format", "json")) as {
    formats: { id: string }[];
  };
  expect(formats.length).toBe(31 + 5);
  const write = async ({ id }: { id: string }): Promise<string[]> => {
    const name = id.replaceAll(/\W/g, "-");
    const example = info.outputPath(`${name}.md`);
    await writeFile(example, await harmony("contract", "schema", id, "--as", "example"));
    const lines = (await harmony("parse", example, "--jsonl")).trim().split("\n");
    const block = lines.map((line) => JSON.parse(line)).find(({ format }) => format === id);
    expect(block, id).toBeDefined();
    const value = JSON.stringify(block.data, null, 2);
    return Promise.all(
      [[], ["--any"]].map(async (documents) => {
        const types = await harmony("contract", "schema", id, "--as", "typescript", ...documents);
        const type = /^export interface (\w+) /m.exec(types)?.[1];
        const file = info.outputPath(`${[name, ...documents].join("")}.ts`);
        const source = `${types}
export const read: ${type} = ${value};
// @ts-expect-error: the type takes something, not everything.
export const wrong: ${type} = 1;
`;
        await writeFile(file, source);
        return file;
      }),
    );
  };
  const files = (await Promise.all(formats.map(write))).flat();
  expect(problems(files)).toEqual([]);
});
