// Bundles what plays the attack cases into one file that needs nothing else, for users who may not read this folder.
//
//   node bench/player.mjs FILE
import { resolve } from 'node:path';
import { rolldown } from 'rolldown';

const [, , file = 'player.mjs'] = process.argv;
const bundle = await rolldown({
  input: resolve(import.meta.dirname, '../tests/attack/play-all.ts'),
  platform: 'node',
  logLevel: 'silent',
});
await bundle.write({ file: resolve(file), format: 'esm', codeSplitting: false });
await bundle.close();
