import { ConfigError, tell } from '../../src/config/problem.ts';

/** The problems that a call throws, as people read them. */
export function problemsOf(act: () => unknown): string[] {
  try {
    act();
  } catch (error) {
    if (error instanceof ConfigError) {
      return error.problems.map(tell);
    }
    throw error;
  }
  return [];
}
