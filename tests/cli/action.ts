import { readFileSync } from 'node:fs';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import { parse } from 'yaml';
import { z } from 'zod';

export const root = path.resolve(import.meta.dirname, '../..');

const Step = z.strictObject({
  id: z.string(),
  shell: z.literal('bash'),
  if: z.string().optional(),
  env: z.record(z.string(), z.string()).optional(),
  run: z.string(),
});
const Action = z.strictObject({
  name: z.string(),
  description: z.string(),
  inputs: z.record(
    z.string(),
    z.strictObject({
      description: z.string(),
      required: z.boolean().optional(),
      default: z.string().optional(),
    }),
  ),
  outputs: z.record(z.string(), z.strictObject({ description: z.string(), value: z.string() })),
  runs: z.strictObject({ using: z.literal('composite'), steps: z.array(Step) }),
});

export const action = Action.parse(parse(readFileSync(path.join(root, 'action.yml'), 'utf8')));

type Job = {
  readonly workspace: string;
  /** Folder for what the runner keeps beside the workspace. */
  readonly temp: string;
  readonly env: Readonly<Record<string, string>>;
  readonly inputs: Readonly<Record<string, string>>;
};
export type Ran = { readonly id: string; readonly exit: number | undefined; readonly said: string };

/** Carries the steps of the action out as a runner of GitHub does: bash with its flags, outputs by files, a stop at the first failure. */
export async function job({ workspace, temp, env, inputs }: Job) {
  const values = new Map(
    Object.entries(action.inputs).map(([name, { default: given = '' }]) => [`inputs.${name}`, given]),
  );
  Object.entries(inputs).forEach(([name, value]) => values.set(`inputs.${name}`, value));
  const filled = (text: string): string =>
    text.replaceAll(/\$\{\{ (\S+) \}\}/g, (_, name: string) => values.get(name) ?? '');
  const summary = path.join(temp, 'summary.md');
  await writeFile(summary, '');
  const ran: Ran[] = [];
  for (const step of action.runs.steps) {
    if (step.if !== undefined && !isTrue(step.if, values)) {
      continue;
    }
    const output = path.join(temp, `output-${step.id}`);
    const script = path.join(temp, `${step.id}.sh`);
    await appendFile(output, '');
    await writeFile(script, step.run);
    const own = Object.entries(step.env ?? {}).map(([name, text]) => [name, filled(text)] as const);
    const { exitCode, all } = await execa('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
      cwd: workspace,
      env: {
        ...env,
        GITHUB_ACTIONS: 'true',
        CI: 'true',
        GITHUB_ACTION_PATH: root,
        GITHUB_WORKSPACE: workspace,
        GITHUB_OUTPUT: output,
        GITHUB_STEP_SUMMARY: summary,
        RUNNER_TEMP: temp,
        ...Object.fromEntries<string>(own),
      },
      extendEnv: false,
      reject: false,
      all: true,
      stdin: 'ignore',
    });
    for (const [, name = '', value = ''] of (await readFile(output, 'utf8')).matchAll(/^([^=]+)=(.*)$/gm)) {
      values.set(`steps.${step.id}.outputs.${name}`, value);
    }
    ran.push({ id: step.id, exit: exitCode, said: all });
    if (exitCode !== 0) {
      break;
    }
  }
  const outputs = Object.entries(action.outputs).map(([name, { value }]) => [name, filled(value)] as const);
  return { ran, outputs: Object.fromEntries(outputs), summary: await readFile(summary, 'utf8') };
}

/** Comparisons with texts, joined by `&&` and `||` and put in brackets: all that the conditions here are made of. */
export function isTrue(condition: string, values: ReadonlyMap<string, string>): boolean {
  let text = condition.replaceAll(/(\S+) == '([^']*)'/g, (_, left: string, right: string) => {
    const brackets = /^\(*/.exec(left)?.[0] ?? '';
    return `${brackets}${values.get(left.slice(brackets.length)) === right ? 'T' : 'F'}`;
  });
  for (let before = ''; before !== text;) {
    before = text;
    text = text
      .replace(/\(([TF])\)/, '$1')
      .replace(/([TF]) && ([TF])/, (_, a: string, b: string) => (a + b === 'TT' ? 'T' : 'F'))
      .replace(/(?<!&& )([TF]) \|\| ([TF])(?! &&)/, (_, a: string, b: string) =>
        a + b === 'FF' ? 'F' : 'T',
      );
  }
  if (!/^[TF]$/.test(text)) {
    throw new Error(`this condition is more than a test can read: ${condition}`);
  }
  return text === 'T';
}
