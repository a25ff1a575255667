import { tmpdir } from 'node:os';
import { createTools } from '../../agent/tools/create-tools.ts';
import type { Loaded } from '../../config/load.ts';
import type { Routes } from '../../domain/route.ts';
import type { Git } from '../../io/git/call.ts';
import { countRequest, countTokens } from '../../model/tokens.ts';
import { tokens } from '../../view/figures.ts';
import { inked } from '../../view/ink.ts';
import { cell, faint, row, strong, warn, type Row } from '../../view/row.ts';
import type { RunFlags } from '../flags.ts';
import { survey } from '../opening.ts';
import type { Shell } from '../shell.ts';
import { ENVIRONMENT } from '../user-error.ts';
import { newRun } from './run.ts';

/** `orchestrate spec.md --dry-run`: what a run would do and send. Nobody is asked, nothing is written. */
export async function dryRun(spec: string, flags: RunFlags, shell: Shell): Promise<number> {
  const found = await survey(await newRun(spec, flags, shell), {
    onNotice: (text) => shell.err(`${text}\n`),
    onSecrets: shell.hide,
  });
  const { configuration, git, ground, settings } = found;
  const { title, source, text } = found.spec;
  const roles = await rolesOf(configuration, git);
  const lacks = [...configuration.lacks];
  const facts = {
    spec: { title, source, tokens: countTokens(text) },
    base: ground.head,
    check: settings.check,
    setup: settings.setup,
    parallel: settings.parallel,
    plan: settings.single ? 'the whole spec as one checkpoint' : 'by the planner, who would be asked',
    roles,
    lacks,
  };
  shell.out(
    flags.json === true
      ? `${JSON.stringify({ type: 'dry-run', ...facts })}\n`
      : rowsOf(facts)
          .map((line) => `${inked(line, shell.stdout)}\n`)
          .join(''),
  );
  return lacks.length > 0 ? ENVIRONMENT : 0;
}

/** A role as it would be asked. `prompt` are tokens of what each first request begins with: fixed text and tools. */
type Asked = {
  readonly role: string;
  readonly routes: Routes;
  readonly turns: number;
  readonly prompt: number;
};

async function rolesOf({ roles, prompts, added }: Loaded, git: Git): Promise<Asked[]> {
  const own = (['planner', 'coder', 'reviewer', 'analyst'] as const).flatMap((role) => {
    const settings = roles[role];
    return settings ? [{ role, settings, body: prompts[role].body }] : [];
  });
  const further = added.map((one) => ({ role: one.name, settings: one, body: one.prompt.body }));
  const asked: Asked[] = [];
  for (const { role, settings, body } of [...own, ...further]) {
    const { specs, close } = await toolsOf(settings.tools ?? [], git);
    const messages = [{ role: 'system' as const, text: body }];
    const prompt = countRequest({ messages, tools: specs });
    asked.push({ role, routes: settings.routes, turns: settings.turns, prompt });
    await close();
  }
  return asked;
}

async function toolsOf(names: readonly string[], git: Git) {
  const set = await createTools({ root: git.root, start: git.start, logs: tmpdir(), env: {}, names });
  return { specs: set.tools.map((tool) => tool.spec), close: async () => set.close() };
}

type Facts = {
  readonly spec: { readonly title: string; readonly source: string; readonly tokens: number };
  readonly base: string;
  readonly check: readonly string[];
  readonly setup: string | null;
  readonly parallel: number;
  readonly plan: string;
  readonly roles: readonly Asked[];
  readonly lacks: readonly string[];
};

const line = (name: string, text: string): Row => row(...cell(row(name), 10), text);

function rowsOf({ spec, base, check, setup, parallel, plan, roles, lacks }: Facts): Row[] {
  return [
    row(strong(spec.title), faint(' · dry run: nobody was asked, nothing was written')),
    line('spec', `${spec.source}, ${tokens(spec.tokens)} tokens`),
    line('base', base.slice(0, 12)),
    line('plan', plan),
    line('check', check.length > 0 ? check.join(' && ') : 'none: nothing would be verified by running it'),
    ...(setup === null ? [] : [line('setup', setup)]),
    line('coders', `${String(parallel)} side by side`),
    ...roles.map(({ role, routes, turns, prompt }) =>
      line(
        role,
        `${routeWords(routes)} · ${tokens(prompt)} tokens of prompt and tools · ${String(turns)} turns`,
      ),
    ),
    ...lacks.map((text) => row(warn('lacks'), `: ${text}`)),
  ];
}

/** One ladder where all are the same, else each by its difficulty. */
function routeWords({ easy, medium, hard }: Routes): string {
  const [e, m, h] = [easy, medium, hard].map((ladder) => ladder.join(', then '));
  return e === m && m === h ? String(e) : `easy: ${String(e)}; medium: ${String(m)}; hard: ${String(h)}`;
}
