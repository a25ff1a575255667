import { createTools } from '../../../../src/agent/tools/create-tools.ts';
import type { ToolResult } from '../../../../src/agent/tool.ts';
import { misfit, outsideCases, type Case, type Expectation } from './cases.ts';
import { workspace } from './tree.ts';

const HARNESS_KEYS = new Set(['noIgnore', 'offset']);

async function run(one: Case, root: string, logs: string): Promise<ToolResult> {
  const set = await createTools({
    root,
    logs,
    env: { PATH: process.env['PATH'] ?? '' },
    names: [one.tool],
    showIgnored: one.args?.['noIgnore'] === true,
  });
  const keep = ([key]: [string, unknown]): boolean => one.tool === 'read' || !HARNESS_KEYS.has(key);
  const input = Object.fromEntries(Object.entries(one.args ?? {}).filter(keep));
  const result = await set.tools[0]?.run(input, { signal: new AbortController().signal });
  await set.close();
  return result ?? { ok: false, text: 'no such tool' };
}

const same = (a: readonly string[], b: readonly string[]): boolean =>
  JSON.stringify(a.toSorted()) === JSON.stringify(b.toSorted());

const NOTICE = /^(?:No matches\.|No files match\.|\(empty directory\)|.* shown\b.*)$/;

/** Lines of the answer without its notice. */
const body = (text: string): string[] => text.split('\n').filter((line) => !NOTICE.test(line) && line !== '');

const hits = (text: string): string[] =>
  body(text).flatMap((line) => {
    const found = /^(.+?):(\d+): /.exec(line);
    return found ? [`${found[1]}:${found[2]}`] : [];
  });

const names = (text: string): string[] =>
  body(text).map((line) => line.replace(/@$/, '').replace(/:\d+: .*$/, ''));

const numbered = (text: string): Map<string, string> =>
  new Map(
    text.split('\n').flatMap((line): [string, string][] => {
      const found = /^ *(\d+)\t(.*)$/s.exec(line);
      return found?.[1] === undefined ? [] : [[found[1], found[2] ?? '']];
    }),
  );

function contentProblem(one: Case, wanted: Expectation, text: string): string | undefined {
  const matches = wanted.matches?.map(({ path, line }) => `${path}:${line}`);
  if (matches && !same(matches, hits(text))) {
    return `found ${hits(text).join(', ')}, not ${matches.join(', ')}`;
  }
  const paths = wanted.paths ?? wanted.entries;
  if (paths && !same([...new Set(names(text))], paths)) {
    return `named ${names(text).join(', ')}, not ${paths.join(', ')}`;
  }
  const ordered = one.orderedPaths ?? one.orderedEntries;
  if (ordered && names(text).join('\n') !== ordered.join('\n')) {
    return `in the order ${names(text).join(', ')}`;
  }
  const lines = numbered(text);
  const wrong = wanted.lines?.find(([number, line]) => lines.get(String(number)) !== line);
  return wrong ? `line ${wrong[0]} is ${lines.get(String(wrong[0]))}` : undefined;
}

function problemWith(one: Case, wanted: Expectation, result: ToolResult): string | undefined {
  const { ok, text } = result;
  if (ok !== wanted.ok) {
    return `ok is ${ok}: ${text}`;
  }
  if (!ok) {
    return misfit(wanted.errorMatches, text);
  }
  const missing = [...(wanted.contains ?? []), ...one.containsAll].find((part) => !text.includes(part));
  if (missing !== undefined) {
    return `lacks ${missing}: ${text.slice(0, 500)}`;
  }
  const extra = wanted.notContains?.find((part) => text.includes(part));
  if (extra !== undefined) {
    return `holds ${extra}: ${text.slice(0, 500)}`;
  }
  if (one.expectCount !== undefined && body(text).length !== one.expectCount) {
    return `${body(text).length} entries`;
  }
  if (one.limitReached && !/more|to go on/.test(text)) {
    return `does not say that there is more: ${text.slice(0, 200)}`;
  }
  return contentProblem(one, wanted, text);
}

async function judge(one: Case): Promise<string | undefined> {
  const { root, logs, remove } = workspace(one.files);
  try {
    const result = await run(one, root, logs);
    if (one.maxOutputChars !== undefined && result.text.length > one.maxOutputChars) {
      return `${result.text.length} characters`;
    }
    const problems = [one.expect, ...one.accept].map((wanted) => problemWith(one, wanted, result));
    return problems.includes(undefined) ? undefined : problems[0];
  } finally {
    remove();
  }
}

outsideCases('read.json', judge);
outsideCases('grep.json', judge);
outsideCases('glob.json', judge);
outsideCases('list.json', judge);
