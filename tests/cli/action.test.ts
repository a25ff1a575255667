import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { action, isTrue, root } from './action.ts';

const Uses = z.looseObject({
  id: z.string().optional(),
  uses: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  if: z.string().optional(),
});
const Workflow = z.looseObject({
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(z.string(), z.looseObject({ steps: z.array(Uses) })),
});

const examples = readdirSync(path.join(root, 'docs/examples')).filter((name) => name.endsWith('.yml'));
const own = ({ uses = '' }: z.infer<typeof Uses>): boolean => uses.includes('/orchestrate@');

/** Names of its own outputs that a text asks a step for. */
const asked = (text: string, step: string): string[] =>
  [...text.matchAll(new RegExp(`steps\\.${step}\\.outputs\\.([\\w-]+)`, 'g'))].map(([, name = '']) => name);

describe('the action', () => {
  it('puts no text of an input into a script', () => {
    expect(action.runs.steps.filter(({ run }) => run.includes('${{'))).toEqual([]);
  });

  it('is asked only for outputs that a step writes', () => {
    const written = new Set(
      action.runs.steps.flatMap(({ id, run }) =>
        [...run.matchAll(/echo "([\w-]+)=/g)].map(([, name = '']) => `steps.${id}.outputs.${name}`),
      ),
    );
    const wanted = JSON.stringify(action).match(/steps\.[\w-]+\.outputs\.[\w-]+/g) ?? [];
    expect(wanted.filter((name) => !written.has(name))).toEqual([]);
    expect(wanted.length).toBeGreaterThan(3);
  });
});

describe.each(examples)('the example %s', (name) => {
  const text = readFileSync(path.join(root, 'docs/examples', name), 'utf8');
  const workflow = Workflow.parse(parse(text));
  const steps = Object.values(workflow.jobs).flatMap((job) => job.steps);

  it('gives the action what it needs, and nothing that it does not know', () => {
    const calls = steps.filter(own);
    expect(calls).toHaveLength(1);
    for (const { with: given = {} } of calls) {
      expect(Object.keys(given).filter((input) => !(input in action.inputs))).toEqual([]);
      const needed = Object.entries(action.inputs).filter(([, { required }]) => required === true);
      expect(needed.filter(([input]) => !(input in given))).toEqual([]);
    }
  });

  it('reads outputs that the action has', () => {
    const id = steps.find(own)?.id ?? '';
    expect(asked(text, id).filter((output) => !(output in action.outputs))).toEqual([]);
    expect(asked(text, id)).toContain('sarif');
  });

  it('may do what its steps do, and no more', () => {
    expect(workflow.permissions).toEqual({
      contents: 'write',
      'pull-requests': 'write',
      'security-events': 'write',
    });
  });
});

it('the page about CI shows inputs that there are', () => {
  const page = readFileSync(path.join(root, 'docs/ci.md'), 'utf8');
  const [, block = ''] = /```yaml\n([\s\S]*?)```/.exec(page) ?? [];
  const steps = z.array(Uses).parse(parse(block));
  const given = steps.find(own)?.with ?? {};
  expect(Object.keys(given).filter((input) => !(input in action.inputs))).toEqual([]);
  const listed = /Inputs: ([^.]*)\./.exec(page)?.[1]?.match(/(?<=`)[\w-]+(?=`)/g);
  expect(listed?.toSorted()).toEqual(Object.keys(action.inputs).toSorted());
  const outputs = /Outputs: ([^.]*)\./.exec(page)?.[1]?.match(/(?<=`)[\w-]+(?=`)/g);
  expect(outputs?.toSorted()).toEqual(Object.keys(action.outputs).toSorted());
});

it.each([
  ["a == 'x'", true],
  ["a == 'y' || a == 'x'", true],
  ["a == 'x' && (b == '0' || b == '1')", true],
  ["a == 'y' && (b == '0' || b == '1')", false],
  ["a == 'x' && (b == '1' || b == '2')", false],
])('a condition such as %s is read as GitHub does', (condition, wanted) => {
  const values = new Map([
    ['a', 'x'],
    ['b', '0'],
  ]);
  expect(isTrue(condition, values)).toBe(wanted);
});
