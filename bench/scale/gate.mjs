// One machine of several that share a provider's limit: enters its gate again and again until its stdin is closed, and
// prints the time of each pass.  node gate.mjs <redis> <requests> <window ms>
import { Redis } from 'ioredis';
import { sharedGates } from '../../dist/lib/scale/shared-gates.js';
import { sleep } from './world.mjs';

const [url, requests, minuteMs] = process.argv.slice(2);
const redis = new Redis(url, { maxRetriesPerRequest: null });
const limits = { requestsPerMinute: Number(requests), minuteMs: Number(minuteMs) };
const gate = sharedGates(redis, () => limits).of('key');
const end = new AbortController();
process.stdin.resume().once('end', () => end.abort(new Error('over')));
await Promise.allSettled(
  Array.from({ length: 8 }, async () => {
    for (;;) {
      const pass = await gate.enter({ lane: '', tokens: 1, signal: end.signal });
      console.log(Date.now());
      pass.answered();
      await sleep(20);
      pass.done({ result: 'ok' });
    }
  }),
);
redis.disconnect();
