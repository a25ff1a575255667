import { describe, expect, it } from 'vitest';
import type { Answered } from '../../src/domain/transcript.ts';
import { pinnedFacts } from '../../src/roles/pinned.ts';

const did = (tool: string, input: unknown, ok = true): Answered => ({
  call: { id: 'k', tool, input },
  result: { role: 'tool', call: 'k', ok, text: '' },
});

describe('what a coder’s summary must not lose', () => {
  it('is nothing before anything was done', () => {
    expect(pinnedFacts([did('read', { path: 'a.js' }), did('bash', { command: 'ls' })])).toEqual([]);
  });

  it('are its notes to the letter and in order, before the files, each file once', () => {
    const patch =
      '*** Begin Patch\n*** Update File: src/c.js\n*** Move to: src/d.js\n@@\n-a\n+b\n*** End Patch';
    expect(
      pinnedFacts([
        did('write', { path: 'a.js', content: '' }),
        did('note', { text: 'port is 8080\nnot 80' }),
        did('edit', { path: 'b.js', old: 'x', new: 'y' }),
        did('edit', { path: 'a.js', old: 'x', new: 'y' }),
        did('apply_patch', { patch }),
        did('note', { text: 'second' }),
      ]),
    ).toEqual([
      'note: port is 8080\nnot 80',
      'note: second',
      'files changed so far: a.js, b.js, src/c.js, src/d.js',
    ]);
  });

  it('are no changes that failed, and nothing of calls of another shape', () => {
    expect(
      pinnedFacts([did('edit', { path: 'a.js' }, false), did('constructor', {}), did('note', null)]),
    ).toEqual([]);
  });
});
