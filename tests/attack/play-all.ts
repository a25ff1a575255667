// Plays every case that the sandbox answers for and prints why some are not held, one JSON array. It is bundled into one
// file, so that another user can run it who may not read this folder.
import { type Protection, PROTECTIONS } from '../../src/io/sandbox/profile.ts';
import { casesOf } from './cases.ts';
import { failures } from './checks.ts';
import { CONFINED, playConfined, slotWorktree } from './confined.ts';
import { stage } from './fixture.ts';

async function playAll(without: string, ids: string): Promise<{ count: number; failures: string[] }> {
  const left = without.split(',').filter(Boolean) as Protection[];
  const wanted = ids.split(',').filter(Boolean);
  const play = playConfined(left);
  const found: string[] = [];
  let count = 0;
  for (const [kind, only] of CONFINED) {
    const fits = casesOf(kind).filter((one) => only(one) && one.tool === 'bash');
    for (const one of fits.filter(({ id }) => wanted.length === 0 || wanted.includes(id))) {
      const scene = await stage(one, { worktree: slotWorktree });
      count += 1;
      try {
        found.push(...(await failures(one, scene, await play(one, scene))));
      } catch (error) {
        found.push(`${one.id}: ${error instanceof Error ? error.message : String(error)}`);
      } finally {
        await scene.close();
      }
    }
  }
  return { count, failures: found };
}

const [, , first = '', ids = ''] = process.argv;
const said = first === '--protections' ? PROTECTIONS : await playAll(first, ids);
process.stdout.write(`${JSON.stringify(said)}\n`);
