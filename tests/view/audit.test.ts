import { expect, it } from 'vitest';
import type { EventOf } from '../../src/domain/event.ts';
import { renderAudit } from '../../src/view/audit.ts';
import { refusedIn } from '../../src/view/refused.ts';
import { plain } from '../../src/view/row.ts';
import { called, timed } from './story.ts';

const tool = (more: Partial<EventOf<'tool.called'>> = {}): EventOf<'tool.called'> => ({
  type: 'tool.called',
  conversation: 'c1.a1.coder',
  attempt: 'c1.a1',
  call: 'call_1',
  tool: 'bash',
  input: '{"command":"npm test"}',
  sha256: 'a'.repeat(64),
  decision: 'allow',
  rule: 'auto',
  ok: true,
  ms: 12,
  bytes: 40,
  ...more,
});

it('prints each call with its decision and its outcome, and nothing that acts on a terminal', () => {
  const rows = renderAudit(
    timed([
      called('coder', 'c1.a1', 'm'),
      tool({
        exit: 1,
        killed: 'timeout',
        refused: 'processes',
        sandbox: 'bwrap',
        network: ['refused x.invalid'],
      }),
      tool({ tool: 'write', decision: 'deny', rule: 'plan', ok: false, input: 'a\u001b[2Jb\nc' }),
    ]),
  ).map(plain);
  expect(rows).toEqual([
    expect.stringMatching(
      /^10:00:01 c1\.a1\.coder +ran +auto +bash +\{"command":"npm test"\} +exit 1, 12 ms, 40 bytes, killed: timeout, no more processes, sandbox bwrap$/,
    ),
    expect.stringMatching(/^ +network: refused x\.invalid$/),
    expect.stringMatching(/^10:00:02 c1\.a1\.coder +refused +plan +write +ab c +failed, 12 ms, 40 bytes$/),
  ]);
});

it('cuts what a call was given, and never what came of it', () => {
  const [line] = renderAudit(timed([tool({ input: 'x'.repeat(200), exit: 0 })])).map(plain);
  expect(line).toMatch(/ x{79}…  exit 0, 12 ms, 40 bytes$/);
});

it('says so where there is none', () => {
  expect(renderAudit([]).map(plain)).toEqual(['No call of a tool is recorded for this run.']);
});

it('is counted for the report by tool and ground', () => {
  const no = { decision: 'deny', rule: 'git' } as const;
  const entries = timed([tool(no), tool(), tool(no), tool({ ...no, rule: 'sweep' })]);
  expect(refusedIn(entries)).toEqual([
    { tool: 'bash', rule: 'git', times: 2 },
    { tool: 'bash', rule: 'sweep', times: 1 },
  ]);
});
