import { carried } from './carried.ts';
import type { Case } from './cases.ts';
import type { Seen } from './checks.ts';
import { playKind } from './kind.ts';
import type { Scene } from './scene.ts';
import { handsIn } from './tools.ts';

/** One call of a file tool, or the same one again and again for a while. */
async function play(one: Case, scene: Scene): Promise<Seen> {
  if (one.tool === 'scripted_run') {
    return carried(one, scene);
  }
  const { repeat_ms: repeat, ...args } = one.args;
  const hands = await handsIn(scene);
  scene.move();
  const began = performance.now();
  let last = await hands.call(one.tool, scene.fillAll(args));
  const ms = performance.now() - began;
  const end = began + (typeof repeat === 'number' ? repeat : 0);
  while (performance.now() < end) {
    last = await hands.call(one.tool, scene.fillAll(args));
  }
  await hands.close();
  return { output: last.text, ms, matches: last.text.split('\n').filter(Boolean).length };
}

playKind('path-jail', play);
