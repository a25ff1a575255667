import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { createTools } from '../../../../src/agent/tools/create-tools.ts';
import type { Tool, ToolResult } from '../../../../src/agent/tool.ts';
import { childEnvironment } from '../../../../src/io/environment.ts';
import { misfit, outsideCases, type Case } from './cases.ts';
import { readTree, workspace } from './tree.ts';

type Run = { readonly result: ToolResult; readonly root: string; readonly ms: number };

async function call(tool: Tool | undefined, one: Case): Promise<ToolResult> {
  const controller = new AbortController();
  let seen = '';
  const result = await tool?.run(one.args, {
    signal: controller.signal,
    onProgress: (text) => {
      seen += text;
      if (one.abortWhenOutputContains !== undefined && seen.includes(one.abortWhenOutputContains)) {
        controller.abort();
      }
    },
  });
  return result ?? { ok: false, text: 'no such tool' };
}

const statusOf = (text: string): string => text.split('\n')[0] ?? '';
const bodyOf = (text: string): string => text.slice(statusOf(text).length + 1).replace(/^\(no output\)$/, '');

const isGone = (pid: string): boolean => {
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || / Z /.test(readFileSync(stat, 'utf8'));
};

const Files = z.record(z.string(), z.string());
const SAVED = /all of it: (\S+\.log)/;

/** What each key of an expectation asks, as a sentence where it is not so. */
const CHECKS: Readonly<Record<string, (run: Run, wanted: unknown) => boolean>> = {
  exitCode: ({ result }, code) =>
    new RegExp(`^exit ${String(code)}\\b|\\(exit ${String(code)}\\)`).test(statusOf(result.text)),
  error: ({ result }) => !result.ok,
  errorMatches: ({ result }, pattern) => misfit(String(pattern), result.text) === undefined,
  aborted: ({ result }) => statusOf(result.text).startsWith('aborted'),
  timedOut: ({ result }) => statusOf(result.text).startsWith('timed out'),
  contains: ({ result }, parts) =>
    Array.isArray(parts) && parts.every((part) => result.text.includes(String(part))),
  notContains: ({ result }, parts) =>
    Array.isArray(parts) && !parts.some((part) => result.text.includes(String(part))),
  containsMatch: ({ result }, pattern) =>
    [result.text, bodyOf(result.text)].some((text) => misfit(String(pattern), text) === undefined),
  stdoutTrimmed: ({ result }, text) => bodyOf(result.text).trim() === text,
  stdoutIsRoot: ({ result, root }) => bodyOf(result.text).trim() === root,
  truncated: ({ result }, wanted) => SAVED.test(result.text) === wanted,
  fullOutputSaved: ({ result }) => existsSync(SAVED.exec(result.text)?.[1] ?? ''),
  savedFirstLine: ({ result }, line) => savedLines(result).at(0) === line,
  savedLastLine: ({ result }, line) => savedLines(result).at(-1) === line,
  maxOutputChars: ({ result }, most) => result.text.length <= Number(most),
  maxMs: ({ ms }, most) => ms <= Number(most),
  nonEmptyText: ({ result }) => result.text.trim() !== '',
  noReplacementFlood: ({ result }) => result.text.split('\ufffd').length < 4,
  signalled: ({ result }, wanted) =>
    typeof wanted === 'string'
      ? statusOf(result.text).startsWith(`killed by ${wanted}`)
      : statusOf(result.text).startsWith('killed by') === wanted,
  filesAfterContent: ({ root }, files) =>
    Object.entries(Files.parse(files)).every(([path, text]) => readTree(root).get(path) === text),
  pidInFileIsGone: ({ root }, path) => isGone(readFileSync(join(root, String(path)), 'utf8').trim()),
  filesAfter: ({ root }, paths) =>
    Array.isArray(paths) && paths.every((path) => readTree(root).has(String(path))),
  pidOnFirstLineIsGone: ({ result }) => isGone(bodyOf(result.text).split('\n')[0] ?? ''),
};

const savedLines = ({ text }: ToolResult): string[] =>
  readFileSync(SAVED.exec(text)?.[1] ?? '', 'utf8')
    .trimEnd()
    .split('\n');

async function lateProblem(one: Case, root: string): Promise<string | undefined> {
  const { absentAfter } = one.expect;
  if (typeof absentAfter !== 'object' || absentAfter === null || !('path' in absentAfter)) {
    return undefined;
  }
  await delay('waitMs' in absentAfter ? Number(absentAfter.waitMs) : 0);
  return existsSync(join(root, String(absentAfter.path))) ? 'something went on after the end' : undefined;
}

async function judge(one: Case): Promise<string | undefined> {
  const { root, logs, remove } = workspace(one.files);
  const env = childEnvironment({ ...process.env, ...one.processEnv });
  const set = await createTools({ root, logs, env, names: ['bash'] });
  try {
    for (const args of one.callsBefore) {
      await call(set.tools[0], { ...one, args });
    }
    const started = performance.now();
    const result = await call(set.tools[0], one);
    const run = { result, root, ms: performance.now() - started };
    const failed = Object.entries(one.expect).find(
      ([key, wanted]) => key !== 'absentAfter' && !CHECKS[key]?.(run, wanted),
    );
    const problem =
      failed && `${failed[0]} is not ${JSON.stringify(failed[1])}: ${result.text.slice(0, 600)}`;
    return problem ?? (await lateProblem(one, root));
  } finally {
    await set.close();
    remove();
  }
}

outsideCases('bash.json', judge);
