import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createTools } from '../../../../src/agent/tools/create-tools.ts';
import type { ToolResult } from '../../../../src/agent/tool.ts';
import { misfit, outsideCases, type Case, type Expectation } from './cases.ts';
import { chmodAll, plant, readTree, treeDifference, workspace } from './tree.ts';

type Run = { readonly result: ToolResult; readonly root: string };

async function callsOf(one: Case, root: string): Promise<Record<string, unknown>[]> {
  if (one.patch !== undefined) {
    const patch = one.patch
      .replaceAll('{{ROOTNAME}}', () => basename(root))
      .replaceAll('{{ROOT}}', () => root);
    return [{ patch }];
  }
  const { edits, path } = one.args ?? {};
  return one.concurrentCalls && Array.isArray(edits)
    ? edits.map((edit: { old: unknown; new: unknown }) => ({ path, old: edit.old, new: edit.new }))
    : [{ ...one.args }];
}

async function run(one: Case, root: string, logs: string): Promise<ToolResult> {
  const set = await createTools({
    root,
    logs,
    env: { PATH: process.env['PATH'] ?? '' },
    names: [one.tool],
  });
  const calls = await callsOf(one, root);
  const results = await Promise.all(
    calls.map(async (input) => set.tools[0]?.run(input, { signal: new AbortController().signal })),
  );
  await set.close();
  return {
    ok: results.every((result) => result?.ok === true),
    text: results.map((result) => result?.text ?? 'no such tool').join('\n'),
  };
}

function problemWith({ result, root }: Run, wanted: Expectation, before: Case['files']): string | undefined {
  if (result.ok !== wanted.ok) {
    return `ok is ${result.ok}: ${result.text}`;
  }
  const files = wanted.files ?? before;
  return treeDifference(root, files) ?? (result.ok ? undefined : misfit(wanted.errorMatches, result.text));
}

function outsideProblem(one: Case, root: string): string | undefined {
  const place = (path: string): string =>
    join(
      root,
      path.replaceAll('{{ROOTNAME}}', () => basename(root)),
    );
  const escaped = one.outsideMustNotExist.find((path) => existsSync(place(path)));
  const changed = Object.entries(one.outsideMustEqual).find(
    ([path, text]) => readFileSync(place(path), 'utf8') !== text,
  );
  return escaped ?? changed?.[0];
}

async function judge(one: Case): Promise<string | undefined> {
  const { root, logs, remove } = workspace(one.files);
  try {
    plant(root, one.outsideFiles);
    chmodAll(root, one.setup?.chmod ?? {});
    const result = await run(one, root, logs);
    const wanted = [one.expect, ...one.accept];
    const problems = wanted.map((each) => problemWith({ result, root }, each, one.files));
    const all = [...readTree(root).values()].join('\n');
    const forbidden = one.mustNot.find((text) => all.includes(text));
    return outsideProblem(one, root) ?? forbidden ?? (problems.includes(undefined) ? undefined : problems[0]);
  } finally {
    remove();
  }
}

outsideCases('edit.json', judge);
outsideCases('write.json', judge);
outsideCases('apply_patch.json', judge);
