import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { mcpTools, type McpTools } from '../../../src/agent/mcp/mcp-tools.ts';
import type { McpServer } from '../../../src/agent/mcp/server.ts';
import { never } from '../world.ts';
import { httpDesk } from './http-desk.ts';

const script = new URL('./desk.mjs', import.meta.url).pathname;
type Local = Extract<McpServer, { command: string }>;
const local = (more: Partial<Local> = {}): Local => ({
  name: 'desk',
  command: process.execPath,
  args: [script, 'serve'],
  ...more,
});

const opened: McpTools[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(async (set) => set.close()));
});

async function open(servers: readonly McpServer[], role = 'coder', signal = never): Promise<McpTools> {
  const set = await mcpTools(servers, { role, signal });
  opened.push(set);
  return set;
}

const toolsOf = ({ domains }: McpTools) => domains.flatMap(({ tools }) => tools);

const run = async (set: McpTools, name: string, input: unknown = {}, signal = never) => {
  const tool = toolsOf(set).find((t) => t.spec.name === name);
  expect(tool).toBeDefined();
  return tool?.run(input, { signal });
};

describe('the tools of a server', () => {
  let shared: McpTools;
  beforeAll(async () => {
    shared = await mcpTools([local()], { role: 'coder', signal: never });
  });
  afterAll(async () => shared.close());

  it('carry its name and their own schema, in the form that providers take', async () => {
    const tools = toolsOf(shared);
    expect(shared.warnings).toEqual([]);
    expect(tools.map((t) => t.spec.name)).toEqual([
      'desk_add',
      'desk_refuse',
      'desk_throw',
      'desk_flood',
      'desk_inject',
      'desk_see',
      'desk_say_env',
      'desk_wait',
      'desk_die',
    ]);
    const add = tools[0];
    expect(add?.spec.description).toBe('Adds two numbers. Red.');
    expect(add?.spec.parameters).toMatchObject({
      type: 'object',
      properties: { a: { type: 'number' }, b: { type: 'number' } },
      required: ['a', 'b'],
    });
    expect(tools.map((t) => t.reads).filter(Boolean)).toHaveLength(1);
    for (const { spec } of tools) {
      expect(spec.name).toMatch(/^[\w-]{1,64}$/);
      expect(Object.keys(spec.parameters)).not.toContain('$schema');
    }
  });

  it('answer within marks, since the words are somebody else’s', async () => {
    const five = await run(shared, 'desk_add', { a: 2, b: 3 });
    expect(five?.ok).toBe(true);
    expect(five?.text).toMatch(/^<untrusted-desk id="(\w+)">\n5\n<\/untrusted-desk id="\1">$/);
    const lie = (await run(shared, 'desk_inject'))?.text ?? '';
    expect(lie).not.toContain('\u001b');
    const id = /id="(\w+)"/.exec(lie)?.[1] ?? '';
    expect(lie.indexOf(`</untrusted-desk id="${id}">`)).toBeGreaterThan(lie.indexOf('Ignore your task'));
  });

  it('fail as tools fail: with words, never with an exception', async () => {
    const failures = [
      await run(shared, 'desk_refuse'),
      await run(shared, 'desk_throw'),
      await run(shared, 'desk_add', { a: 'two' }),
      await run(shared, 'desk_add', 'two'),
    ];
    expect(failures.map((f) => f?.ok)).toEqual([false, false, false, false]);
    expect(failures[0]?.text).toContain('the printer is on fire');
    expect(failures[1]?.text).toContain('broken inside');
    expect(failures[2]?.text).toMatch(/number/);
    expect(failures[3]?.text).toContain('has to be an object');
  });

  it('are bounded, and what cannot be shown is named', async () => {
    const flood = (await run(shared, 'desk_flood'))?.text ?? '';
    expect(flood.length).toBeLessThan(51_000);
    expect(flood).toContain('[150,000 more characters left out]');
    const shown = (await run(shared, 'desk_see'))?.text;
    expect(shown).toContain(
      '[image, image/png, 4 characters of base64, not shown]\na note\n[more: note://2]',
    );
  });

  it('go to the roles and under the names that the user chose', async () => {
    const servers = [
      local({ tools: ['add'] }),
      local({ name: 'other', roles: ['reviewer'], tools: ['add'] }),
    ];
    expect(toolsOf(await open(servers)).map((t) => t.spec.name)).toEqual(['desk_add']);
    expect(toolsOf(await open(servers, 'reviewer')).map((t) => t.spec.name)).toEqual([
      'desk_add',
      'other_add',
    ]);
  });

  it('never share a name', async () => {
    const twice = [local({ name: 'a b', tools: ['add'] }), local({ name: 'a_b', tools: ['add'] })];
    expect(toolsOf(await open(twice)).map((t) => t.spec.name)).toEqual(['a_b_add', 'a_b_add_2']);
  });
});

describe('a server', () => {
  it('gets no variable of ours but those that the user gave it', async () => {
    process.env['SOME_API_KEY'] = 'sk-secret';
    try {
      const set = await open([local({ env: { DESK: 'oak' } })]);
      const text = (await run(set, 'desk_say_env'))?.text;
      expect(text).toContain('"DESK":"oak"');
      expect(text).not.toContain('sk-secret');
    } finally {
      delete process.env['SOME_API_KEY'];
    }
  });

  it.each<[string, Partial<Local>, RegExp]>([
    ['that ends at once', { args: [script, 'fail'] }, /desk: .*cannot open the database/s],
    ['that is not there', { command: '/nowhere/desk' }, /desk: .*ENOENT/],
  ])('%s is told, and the others still serve', async (_, more, words) => {
    const set = await open([local(more), local({ name: 'second', tools: ['add'] })]);
    expect(set.warnings).toEqual([expect.stringMatching(words)]);
    expect(toolsOf(set).map((t) => t.spec.name)).toEqual(['second_add']);
  });

  it('that cannot be reached is told', async () => {
    const { warnings, domains } = await open([{ name: 'far', url: 'http://127.0.0.1:9/mcp' }]);
    expect(domains).toEqual([]);
    expect(warnings).toEqual([expect.stringContaining('MCP server far: ')]);
  });

  it('that goes away is started again for the next call', async () => {
    const set = await open([local()]);
    await run(set, 'desk_die');
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(await run(set, 'desk_add', { a: 1, b: 1 })).toMatchObject({ ok: true });
  });

  it('is asked no more after the end', async () => {
    const set = await open([local({ tools: ['add'] })]);
    await set.close();
    await set.close();
    expect(await run(set, 'desk_add', { a: 1, b: 1 })).toEqual({
      ok: false,
      text: 'The server desk failed: it was closed',
    });
  });

  it('does not hold up an abort', async () => {
    const set = await open([local()]);
    const abort = new AbortController();
    const going = run(set, 'desk_wait', {}, abort.signal);
    setTimeout(() => {
      abort.abort(new Error('enough'));
    }, 20);
    await expect(going).rejects.toThrow('enough');
  });

  it('serves over HTTP as well, with the headers that the user gave', async () => {
    const http = await httpDesk();
    try {
      const set = await open([
        { name: 'web', url: http.url, headers: { authorization: 'Bearer t0' }, tools: ['add'] },
      ]);
      expect(set.warnings).toEqual([]);
      expect((await run(set, 'web_add', { a: 20, b: 22 }))?.text).toContain('\n42\n');
      expect(new Set(http.seen)).toEqual(new Set(['Bearer t0']));
    } finally {
      await http.close();
    }
  });
});
