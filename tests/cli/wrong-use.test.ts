import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMAND_NAMES } from '../../src/cli/command-names.ts';
import { wanted, wrongWorld, type Wrong, type WrongWorld } from './wrong.ts';

let world: WrongWorld;
beforeAll(async () => {
  world = await wrongWorld();
}, 60_000);
afterAll(async () => world.close());

describe('a word that nobody knows', () => {
  it.each(COMMAND_NAMES.map((name) => [name]))(
    'as a flag of %s points to the help of that command',
    async (name) => {
      const wrong = {
        argv: `${name} --bogus`,
        says: [/unknown option '--bogus'/, new RegExp(`See: orchestrate ${name} --help`)],
      };
      expect(await world.told(wrong)).toEqual(wanted(wrong));
    },
  );

  it.each<Wrong>([
    { argv: 'statsu', says: [/no command or spec statsu/, /Did you mean orchestrate status\?/] },
    { argv: 'sho c1', says: [/Did you mean orchestrate show\?/] },
    { argv: 'spec.md --paralel 2', says: [/--paralel/, /--parallel/] },
    { argv: 'log --folow', says: [/--folow/, /--follow/, /See: orchestrate log --help/] },
    {
      argv: 'spec.md --mode aut',
      says: [/'aut' is invalid/, /plan, ask, auto, full/, /Did you mean auto\?/],
    },
    { argv: 'spec.md --approve checkpoints', says: [/Did you mean checkpoint\?/] },
    { argv: 'spec.md --tests loose', says: [/locked, reviewed, free/] },
    { argv: 'report --format xml', says: [/json, markdown, sarif, junit/, /orchestrate report --help/] },
    { argv: 'completion tcsh', says: [/bash, zsh, fish/] },
    { argv: 'memory acept', says: [/too many arguments for 'memory'/, /orchestrate memory --help/] },
    { argv: 'spec.md other.md', says: [/too many arguments/] },
  ])('$argv', async (wrong) => {
    expect(await world.told(wrong)).toEqual(wanted(wrong));
  });
});

describe('a value of a flag', () => {
  it.each<Wrong>([
    { argv: 'spec.md --parallel 1.5', says: [/--parallel/, /'1\.5'/, /whole number from 1/] },
    { argv: 'spec.md --budget five', says: [/--budget/, /'five'/, /US dollars above 0, such as 5 or 0\.50/] },
    { argv: 'spec.md --budget "5 USD"', says: [/'5 USD'/, /US dollars/] },
    { argv: 'spec.md --minutes 1h', says: [/'1h'/, /minutes above 0, such as 90/] },
    { argv: 'spec.md --tokens 2M', says: [/'2M'/, /whole number from 1 on, such as 2000000/] },
    { argv: 'spec.md --check-timeout long', says: [/--check-timeout/, /90s, 10m or 1h/, /"long"/] },
    { argv: 'spec.md --budget', says: [/--budget <usd>.* argument missing/] },
    { argv: 'spec.md --check ""', says: [/--check/, /empty/] },
    { argv: 'spec.md --allow-dirty --include-dirty', says: [/--include-dirty.*--allow-dirty/] },
    { argv: 'spec.md --config agent.yaml', says: [/--config: there is no file agent\.yaml/] },
    { argv: 'replay --speed fast', says: [/--speed/, /number above 0/] },
  ])('$argv', async (wrong) => {
    expect(await world.told(wrong)).toEqual(wanted(wrong));
  });
});

describe('a spec', () => {
  it.each<Wrong>([
    { argv: 'spek.md', says: [/spek\.md does not exist/, /Did you mean spec\.md\?/] },
    { argv: 'specs/tood.md', says: [/Did you mean specs\/todo\.md\?/] },
    { argv: 'nowhere/spec.md', says: [/nowhere\/spec\.md does not exist/, /stdin/] },
    { argv: 'specs', says: [/is a directory/, /Did you mean specs\/other\.md or specs\/todo\.md\?/] },
    { argv: '""', says: [/name of the spec is empty/, /orchestrate spec\.md/] },
    { argv: 'empty.md', says: [/empty\.md is empty/, /one sentence is enough/] },
    { argv: 'picture.md', says: [/binary/] },
    { argv: '-', says: [/stdin is empty/] },
    { argv: 'run', says: [/missing required argument 'spec'/, /orchestrate run --help/] },
  ])('$argv', async (wrong) => {
    expect(await world.told(wrong)).toEqual(wanted(wrong));
  });
});

describe('surroundings', () => {
  it.each<Wrong>([
    ...['status', 'resume', 'config', 'apply', 'init --yes', 'memory', 'undo c1', 'tell hi'].map(
      (argv): Wrong => ({
        argv,
        plain: true,
        exit: 3,
        says: [/plain is not in a git repository/, /git init/],
      }),
    ),
    {
      argv: 'spec.md',
      exit: 3,
      env: { OPENAI_MODEL: undefined },
      says: [/no model is named/, /OPENAI_MODEL/, /orchestrate demo/],
    },
    {
      argv: 'spec.md',
      exit: 3,
      env: { OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' },
      says: [/connection failed/, /orchestrate doctor/],
    },
    {
      argv: 'spec.md',
      exit: 3,
      env: { OPENAI_BASE_URL: undefined, OPENAI_API_KEY: undefined },
      says: [/needs a key: set the variable OPENAI_API_KEY/],
    },
    {
      argv: 'spec.md --allow-dirty',
      exit: 3,
      env: { XDG_STATE_HOME: '/dev/null/state' },
      says: [/\/dev\/null\/state/],
    },
    { argv: 'workers', says: [/No Redis is named/, /ORCHESTRATE_REDIS/] },
  ])('$argv $env', async (wrong) => {
    expect(await world.told(wrong)).toEqual(wanted(wrong));
  });
});

describe('a run and its checkpoints', () => {
  it.each<Wrong>([
    { argv: 'status nope', says: [/no run nope here/, /The newest: 2/] },
    { argv: 'status RUNx', says: [/Did you mean 2/] },
    ...['show', 'skip', 'retry'].map((name): Wrong => ({
      argv: `${name} c9`,
      says: [/has no checkpoint c9/, /c1, c2, c3/],
    })),
    { argv: 'tell c9 hello', says: [/has no checkpoint c9/, /c1, c2, c3/] },
    ...['skip', 'retry', 'undo'].map((name): Wrong => ({
      argv: name,
      says: [/Which checkpoint\? Name one/, new RegExp(`orchestrate ${name} \\[run\\] <checkpoint>`)],
    })),
    { argv: 'skip RUN', says: [/Which checkpoint\? 2\S+ names none, such as c1/] },
    { argv: 'retry c1 c2', says: [/Too many words: c1 c2/, /\[run\] <checkpoint>/] },
    { argv: 'tell', says: [/What are the words\?/, /\[run\] \[checkpoint\]/] },
    { argv: 'tell c1', says: [/What are the words\?/] },
    { argv: 'show', says: [/missing required argument 'checkpoint'/, /orchestrate show --help/] },
    { argv: 'answer yes', says: [/waits for an answer/, /orchestrate status/] },
    { argv: 'approve', says: [/plan of run .* waits for you/, /orchestrate resume/] },
    { argv: 'pause', says: [/not under way/, /orchestrate resume/] },
    { argv: 'undo c1', says: [/Nothing has landed/, /orchestrate status/] },
    { argv: 'apply', says: [/Nothing has landed/] },
    { argv: 'clean nope', says: [/no run nope/] },
    { argv: 'memory accept 7', says: [/no proposal 7/] },
    { argv: 'replay --transcript c1.a1.codr', says: [/no conversation c1\.a1\.codr/, /planner/] },
  ])('$argv', async (wrong) => {
    expect(await world.told(wrong)).toEqual(wanted(wrong));
  });

  it.each([
    {
      from: 'after: []',
      to: 'after: [c9]',
      says: /plan\.yaml:\d+:\d+: c1 comes after c9, which does not exist/,
    },
    {
      from: 'difficulty: easy',
      to: 'difficulty: simple',
      says: /plan\.yaml:\d+:\d+: .*easy or medium or hard.*"simple"/,
    },
    { from: 'id: c2', to: 'id: c1', says: /plan\.yaml:\d+:\d+: checkpoint c1 is listed twice/ },
    {
      from: 'title: Part c2',
      to: 'titel: Part c2',
      says: /plan\.yaml:\d+:\d+: .*did you mean checkpoints\[1\]\.title/,
    },
    { from: '- R1', to: '- R7', says: /R7, which is not a requirement/ },
    { from: 'checkpoints:', to: 'checkpoints: [', says: /plan\.yaml:\d+:\d+: this is not valid YAML/ },
  ])('an edited plan with $to', async ({ from, to, says }) => {
    const plan = await readFile(world.planFile, 'utf8');
    await writeFile(world.planFile, plan.replace(from, to));
    const wrong = { argv: 'resume', says: [/plan cannot be used as it was edited/, says] };
    expect(await world.told(wrong)).toEqual(wanted(wrong));
    await writeFile(world.planFile, plan);
  });
});
