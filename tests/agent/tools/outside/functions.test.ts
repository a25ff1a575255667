import { globMatcher } from '../../../../src/agent/tools/glob-filter.ts';
import { childEnvironment } from '../../../../src/io/environment.ts';
import { openRoot } from '../../../../src/io/files.ts';
import { ignoredIn } from '../../../../src/io/files-ignore.ts';
import { plainText } from '../../../../src/io/text-terminal.ts';
import { countLines, firstLines, fits, lastLines } from '../../../../src/io/text-lines.ts';
import { headTail, OutputWindow, type Window } from '../../../../src/io/text-window.ts';
import { z } from 'zod';
import { outsideCases, type Case } from './cases.ts';
import { linesOf, workspace } from './tree.ts';

const differs = (got: unknown, wanted: unknown): string | undefined =>
  JSON.stringify(got) === JSON.stringify(wanted)
    ? undefined
    : `${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`;

const PathArgs = z.looseObject({ path: z.string(), isDir: z.boolean().optional() });

outsideCases('ignore-match.json', async (one) => {
  const { root, remove } = workspace(one.files);
  try {
    const { path, isDir } = PathArgs.parse(one.args);
    const files = await openRoot(root);
    const isIgnored = await ignoredIn(files, path.split('/').slice(0, -1).join('/'));
    return differs(isIgnored(path.replace(/\/$/, ''), isDir ?? path.endsWith('/')), one.expect['ignored']);
  } finally {
    remove();
  }
});

const GlobArgs = z.looseObject({
  pattern: z.string(),
  path: z.string(),
  ignoreCase: z.boolean().default(false),
});

outsideCases('glob-match.json', (one) => {
  const { pattern, path, ignoreCase } = GlobArgs.parse(one.args);
  const got = globMatcher(pattern, { ignoreCase })(path);
  return [one.expect, ...one.accept].some((wanted) => wanted['match'] === got) ? undefined : `${got}`;
});

const EnvArgs = z.looseObject({ env: z.record(z.string(), z.string()) });

function judgeEnvironment(one: Case): string | undefined {
  const child = childEnvironment(EnvArgs.parse(one.args).env);
  const wanted = z.looseObject({ keeps: z.array(z.string()), drops: z.array(z.string()) }).parse(one.expect);
  const wrong = [
    ...wanted.keeps.filter((name) => !(name in child)),
    ...wanted.drops.filter((name) => name in child),
  ];
  return wrong.length === 0 ? undefined : `wrong: ${wrong.join(', ')}`;
}

const WindowArgs = z.looseObject({
  text: z.string().optional(),
  chunks: z.array(z.string()).optional(),
  lines: z.object({ template: z.string(), from: z.int(), to: z.int() }).optional(),
  maxBytes: z.int().optional(),
  maxChars: z.int().optional(),
  maxLines: z.int().optional(),
  headBytes: z.int().optional(),
  tailBytes: z.int().optional(),
});

function windowOf(one: Case): { readonly window: Window; readonly text: string } {
  const args = WindowArgs.parse(one.args);
  const text = args.text ?? args.chunks?.join('') ?? (args.lines ? linesOf(args.lines) : '');
  const most = args.maxBytes ?? args.maxChars ?? 0;
  const headBytes = args.headBytes ?? Math.floor(most / 2);
  const size = { headBytes, tailBytes: args.tailBytes ?? most - headBytes };
  if (args.maxLines !== undefined) {
    return { window: windowOfLines(text, args.maxLines), text };
  }
  if (!args.chunks) {
    return { window: headTail(text, size), text };
  }
  const window = new OutputWindow(size);
  args.chunks.forEach((chunk) => window.push(Buffer.from(chunk)));
  return { window: window.window(), text };
}

function windowOfLines(text: string, most: number): Window {
  const head = Math.floor(most * 0.3);
  if (fits(text, { lines: most, bytes: Infinity })) {
    return { head: text, tail: '', omittedBytes: 0 };
  }
  const first = firstLines(text, { lines: head, bytes: Infinity });
  const last = lastLines(text, { lines: most - head, bytes: Infinity });
  return { head: first, tail: last, omittedBytes: Buffer.byteLength(text) - Buffer.byteLength(first + last) };
}

const characters = (text: string): number => Array.from(text).length;

function judgeText(got: string, { expect }: Case): string | undefined {
  const lacking = expect.contains?.find((part) => !got.includes(part));
  const extra = expect.notContains?.find((part) => got.includes(part));
  const found = lacking ?? extra;
  return found === undefined && expect['text'] !== undefined
    ? differs(got, expect['text'])
    : found && `${JSON.stringify(got)}: ${found}`;
}

function judgeWindow(one: Case): string | undefined {
  const { window, text } = windowOf(one);
  const omitted = window.omittedBytes > 0;
  const got: Record<string, unknown> = {
    head: window.head,
    tail: window.tail,
    text: window.head + window.tail,
    omittedBytes: window.omittedBytes,
    omittedChars: characters(text) - characters(window.head) - characters(window.tail),
    omittedLines: countLines(text) - countLines(window.head) - countLines(window.tail),
    truncated: omitted,
  };
  const wrong = Object.entries(one.expect).find(([key, wanted]) => key in got && got[key] !== wanted);
  return wrong && `${wrong[0]} is ${String(got[wrong[0]])}`;
}

outsideCases('output-units.json', (one) => {
  switch (one.tool) {
    case 'env-scrub':
      return judgeEnvironment(one);
    case 'strip-ansi':
      return judgeText(plainText(String(one.args?.['text'])), one);
    default:
      return judgeWindow(one);
  }
});
