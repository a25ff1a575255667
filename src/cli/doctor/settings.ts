import path from 'node:path';
import { loadConfiguration, type Loaded } from '../../config/load.ts';
import { ConfigError, tell } from '../../config/problem.ts';
import type { Git } from '../../io/git/call.ts';
import { about, type Finding } from '../../view/diagnosis.ts';
import { requirePrices } from '../require-prices.ts';
import type { Shell } from '../shell.ts';

const files = about('settings', 'files');

/** The settings in force, if they can be used, and what is to be said of them. */
export async function lookAtSettings(
  { cwd, env }: Pick<Shell, 'cwd' | 'env'>,
  git: Git | null,
): Promise<{ loaded: Loaded | null; findings: Finding[] }> {
  try {
    const root = git?.root ?? cwd;
    const loaded = await loadConfiguration({ env, root, start: path.join(root, git?.start ?? '') });
    const findings = [
      files.ok('valid'),
      ...loaded.warnings.map((problem) => files.note(tell(problem))),
      ...loaded.lacks.map((lack) => about('settings', 'models').bad(lack)),
      ...rolesOf(loaded),
      ...pricesOf(loaded),
    ];
    return { loaded, findings };
  } catch (error) {
    if (error instanceof ConfigError) {
      const findings = error.problems.map((problem) => files.bad(tell(problem)));
      return { loaded: null, findings };
    }
    throw error;
  }
}

/** Which model serves which role, and who says so. */
function rolesOf({ roles, entries }: Loaded): Finding[] {
  return Object.entries(roles).map(([name, { routes }]) => {
    const ladders = Object.entries(routes).map(([level, ladder]) => [level, ladder.join(' then ')] as const);
    const [first] = ladders;
    const alike = ladders.every(([, ladder]) => ladder === first?.[1]);
    const says = alike
      ? (first?.[1] ?? '')
      : ladders.map(([level, ladder]) => `${level}: ${ladder}`).join(', ');
    const origin = entries.find(({ key }) => key === `roles.${name}.model`)?.origin;
    return about('settings', name).ok(`${says} (${origin?.place ?? 'built in'})`);
  });
}

function pricesOf(loaded: Loaded): Finding[] {
  try {
    requirePrices(loaded, loaded.settings);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) {
      return error.problems.map((problem) => about('settings', 'budget').bad(tell(problem)));
    }
    throw error;
  }
}
