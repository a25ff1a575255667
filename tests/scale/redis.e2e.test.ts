import { expect, it } from 'vitest';
import { connect, packages } from '../../src/scale/redis.ts';
import { redisServer, withRedis } from './redis-server.ts';

withRedis('a Redis with a password', () => {
  it.each(['', ':wrong@'])('says that it refuses, not that it is away: "%s"', async (who) => {
    const guarded = await redisServer(['--requirepass', 'right']);
    try {
      const url = guarded.url.replace('//', `//${who}`);
      const connecting = connect(await packages(), { url, name: 'test', onNotice: () => undefined });
      await expect(connecting).rejects.toThrow(
        /^Redis at redis:\/\/127\.0\.0\.1:\d+ refuses the user or password: /,
      );
    } finally {
      await guarded.close();
    }
  });
});
