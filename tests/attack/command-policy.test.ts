import { z } from 'zod';
import { judgeCommand } from '../../src/agent/policy/judge-command.ts';
import { parseRule } from '../../src/agent/policy/rules.ts';
import { Mode } from '../../src/domain/settings.ts';
import type { Case } from './cases.ts';
import type { Seen } from './checks.ts';
import { playKind } from './kind.ts';
import type { Scene } from './scene.ts';

const Args = z.object({ command: z.string(), mode: Mode, rules: z.array(z.string()) });

async function play({ args }: Case, scene: Scene): Promise<Seen> {
  const { command, mode, rules } = Args.parse(scene.fillAll(args));
  const { decision } = judgeCommand(command, { mode, rules: { allow: rules.map(parseRule), deny: [] } });
  return Promise.resolve({ decision });
}

playKind('command-policy', play, { only: ({ tool }) => tool === 'policy' });
playKind('benign', play, { only: ({ tool }) => tool === 'policy' });
