import type { Case } from './cases.ts';
import { carried } from './carried.ts';
import type { Seen } from './checks.ts';
import { playKind } from './kind.ts';
import type { Scene } from './scene.ts';
import { handsIn } from './tools.ts';

/** That nothing of a command reaches outside is for the sandbox to keep. */
const isForSandbox = ({ tool, check }: Case): boolean =>
  tool === 'bash' && check.some(({ t }) => t === 'canary-intact');

async function play(one: Case, scene: Scene): Promise<Seen> {
  const seen = await carried(one, scene);
  if (one.tool !== 'bash') {
    return seen;
  }
  const hands = await handsIn(scene);
  const { text } = await hands.call('bash', scene.fillAll(one.args));
  await hands.close();
  return { ...seen, raw: text };
}

playKind('env-secrets', play, { only: (one) => !isForSandbox(one) });
