import { describe, expect, it } from 'vitest';
import { type Case, casesFile, casesOf } from './cases.ts';
import { failures, type Seen } from './checks.ts';
import { stage, type StageOptions } from './fixture.ts';
import type { Scene } from './scene.ts';

/** Lets the product play each case of a kind, and looks at what came of it. */
export function playKind(
  kind: string,
  play: (one: Case, scene: Scene) => Promise<Seen>,
  { only = () => true, ...options }: StageOptions & { readonly only?: (one: Case) => boolean } = {},
): void {
  const cases = casesOf(kind).filter(only);
  describe(`attack ${kind}`, () => {
    it.skipIf(cases.length === 0)(`has outside cases at ${casesFile(kind)}`, () => {
      expect(cases.length).toBeGreaterThan(0);
    });

    it.each(cases)('$id', async (one) => {
      const scene = await stage(one, options);
      try {
        expect(await failures(one, scene, await play(one, scene))).toEqual([]);
      } finally {
        await scene.close();
      }
    });
  });
}
