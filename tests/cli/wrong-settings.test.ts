import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wanted, wrongWorld, type Wrong, type WrongWorld } from './wrong.ts';

let world: WrongWorld;
beforeAll(async () => {
  world = await wrongWorld();
}, 60_000);
afterAll(async () => world.close());

describe('settings', () => {
  const yaml = (text: string, ...says: RegExp[]): Wrong => ({
    argv: 'spec.md --allow-dirty',
    files: { 'agents.yaml': text },
    says,
  });
  const head = (text: string, ...says: RegExp[]): Wrong => ({
    argv: 'head.md --allow-dirty',
    files: { 'head.md': `---\n${text}\n---\n# Change\n\n1. Change it.\n` },
    says,
  });
  const role = (name: string, text: string, ...says: RegExp[]): Wrong => ({
    argv: 'spec.md --allow-dirty',
    files: { [`.orchestrate/roles/${name}`]: text },
    says,
  });
  it.each<Wrong>([
    yaml('limits:\n  paralel: 2\n', /agents\.yaml:2:3/, /paralel .*its value is 2/, /limits\.parallel/),
    yaml('limits: 3\n', /agents\.yaml:1:9/, /mapping of keys, received 3/),
    yaml('limits:\n  budget: 5 USD\n', /agents\.yaml:2:11/, /number above 0.*"5 USD"/),
    yaml('limits:\n  checkTimeout: 10\n', /agents\.yaml:2:3/, /belongs at checkTimeout/),
    yaml('budget: 3\n', /belongs at limits\.budget/),
    yaml('roles:\n  codr: {model: x}\n', /agents\.yaml:2:3/, /roles\.coder/),
    yaml(
      'models:\n  big: {name: x}\nroles:\n  coder: {model: bigg}\n',
      /agents\.yaml:4:18/,
      /did you mean big/,
    ),
    yaml('roles:\n  coder: {tools: [reed]}\n', /there is no tool reed; did you mean read/),
    yaml('commit: "{{titel}}"\n', /agents\.yaml:1:9/, /\{\{title\}\}/),
    yaml('a: b: c\n', /agents\.yaml:1:4/, /not valid YAML/),
    yaml('- x\n', /agents\.yaml:1:1/, /received a list of 1/),
    head('budget: lots', /head\.md:2:9/, /"lots"/),
    head('checkTimeout: soon', /head\.md:2:15/, /90s, 10m or 1h/),
    head('roles: {}', /head\.md:2:1/, /roles has no place in a spec/),
    role('codr.md', 'x\n', /codr\.md: there is no such role; did you mean coder\.md/),
    role('coder.md', '---\nturnes: 3\n---\nx\n', /coder\.md:2:1/, /did you mean turns/),
    role('coder.md', 'You {{chek}}\n', /coder\.md:1/, /did you mean \{\{check\}\}/),
    { argv: 'spec.md', env: { ORCHESTRATE_BUDGET: 'lots' }, says: [/ORCHESTRATE_BUDGET: .*"lots"/] },
    {
      argv: 'spec.md',
      env: { OPENAI_BASE_URL: 'localhost:11434' },
      says: [/OPENAI_BASE_URL/, /http:\/\/ or/],
    },
  ])('$files $env', async (wrong) => {
    expect(await world.told(wrong)).toEqual(wanted(wrong));
  });
});
