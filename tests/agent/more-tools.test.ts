import { describe, expect, it } from 'vitest';
import { withMore } from '../../src/agent/more-tools.ts';
import type { Tool } from '../../src/agent/tool.ts';
import { call, says } from '../../src/model/scripted.ts';
import { echo, lines, never, pen, play } from './world.ts';

const several = (prefix: string, count: number): Tool[] =>
  Array.from({ length: count }, (_, i) => pen(`${prefix}_${String(i)}`).tool);
const names = (tools: readonly Tool[]): string[] => tools.map((t) => t.spec.name);
const last = (tools: readonly Tool[]): Tool => tools.at(-1) ?? expect.fail('no tool');

describe('further tools', () => {
  it('stand beside a role’s own while they are few', () => {
    expect(names(withMore([echo], [{ name: 'desk', tools: several('desk', 2) }]))).toEqual([
      'echo',
      'desk_0',
      'desk_1',
    ]);
    expect(withMore([echo], [])).toEqual([echo]);
    expect(withMore(several('own', 12), [])).toHaveLength(12);
  });

  const many = [
    { name: 'desk', tools: several('desk', 6) },
    { name: 'shop', tools: several('shop', 40) },
  ];
  const tools = withMore([echo], many);

  it('stand behind one tool when they are many: their names go out, their schemas do not', () => {
    expect(names(tools)).toEqual(['echo', 'more']);
    const { description } = last(tools).spec;
    expect(description).toContain('- desk: desk_0, desk_1');
    expect(description).not.toContain('Writes it down');
  });

  it('are shown by their domain, and run by their name', async () => {
    const shown = await last(tools).run({ domain: 'desk' }, { signal: never });
    expect(shown.text.match(/^desk_\d: Writes it down\.\ninput: \{"type":"object"/gm)).toHaveLength(6);
    expect(await last(tools).run({ tool: 'shop_39', input: { text: 'a' } }, { signal: never })).toEqual({
      ok: true,
      text: 'wrote a',
    });
  });

  it('are described again when they were called wrongly', async () => {
    const wrong = await last(tools).run({ tool: 'desk_1', input: { txt: 1 } }, { signal: never });
    expect(wrong.ok).toBe(false);
    expect(wrong.text).toContain('desk_1 was not run');
    expect(wrong.text).toContain('desk_1: Writes it down.\ninput: {');
  });

  it.each([
    [{}, 'Give one of the domains: desk, shop'],
    [{ domain: 'bank' }, 'Give one of the domains: desk, shop'],
    [{ tool: 'bank_1' }, 'There is no tool bank_1 among these: desk_0'],
    [{ tool: 'desk_1', input: 'a' }, 'input'],
  ])('are refused with words: %j', async (input, words) => {
    const result = await last(tools).run(input, { signal: never });
    expect(result).toMatchObject({ ok: false });
    expect(result.text).toContain(words);
  });

  it('wait for each other where one of them changes things', () => {
    expect(last(tools).reads).toBe(false);
    const looks = Array.from({ length: 12 }, (_, i): Tool => ({
      ...echo,
      spec: { ...echo.spec, name: `l${String(i)}` },
    }));
    expect(last(withMore([], [{ name: 'looks', tools: looks }])).reads).toBe(true);
  });

  it('serve a role like any other tool', async () => {
    const { transcript, result } = await play(
      [
        says('', call('more', { tool: 'shop_3', input: { text: 'bread' } })),
        says('', call('finish', { summary: 's' })),
      ],
      { agent: { tools } },
    );
    expect(lines(transcript)[3]).toBe('ok: wrote bread');
    expect(result).toMatchObject({ end: 'finished' });
  });
});
