import path from 'node:path';
import type { Configuration } from '../config/effective.ts';
import { homeOf, type Env } from '../config/environment.ts';
import type { Settings } from '../domain/settings.ts';
import { childEnvironment } from '../io/environment.ts';
import { inContainer, type Trouble } from '../io/sandbox/fixes.ts';
import { startSandbox, type Started } from '../io/sandbox/start.ts';
import type { Confine } from '../run/confine.ts';
import { PreflightError } from '../run/preflight.ts';
import { recordsFolder } from './records.ts';

/** How commands may come to run with the user's own rights: never without their word. */
export type Consent = {
  /** Said beforehand, on the command line. */
  readonly given?: boolean;
  /** Asks the person at the keyboard; absent where there is none. */
  readonly ask?: (question: string) => Promise<boolean>;
};

export type Confinement = {
  /** What it came to. */
  readonly kind: Settings['sandbox'];
  /** Only where it is our own sandbox. */
  readonly confine?: Confine;
  /** Keeps what was found out for later runs; to be called once there are records. */
  readonly remember: () => Promise<void>;
};

const NOTHING_TO_REMEMBER = async (): Promise<void> => Promise.resolve();

type Wanted = {
  readonly kind: Settings['sandbox'];
  /** Folder that is named when a person is asked. */
  readonly root: string;
  readonly env: Env;
  readonly machine: Configuration['machine'];
  /** `harmless`: nothing in the run could do harm, so it needs neither a sandbox nor anybody's word. */
  readonly consent: Consent | 'harmless';
};

/** Sees to it that commands are confined as it was asked for, before anything is paid for; throws a PreflightError. */
export async function confinement(wanted: Wanted): Promise<Confinement> {
  if (wanted.consent === 'harmless') {
    return { kind: 'off', remember: NOTHING_TO_REMEMBER };
  }
  switch (wanted.kind) {
    case 'external':
      return { kind: 'external', remember: NOTHING_TO_REMEMBER };
    case 'off':
      return open(wanted, wanted.consent, undefined);
    case 'full': {
      const started = await sandboxOf(wanted, 'remembered');
      if (started.kind === 'impossible') {
        return open(wanted, wanted.consent, started);
      }
      const { sandbox } = started;
      return {
        kind: 'full',
        confine: {
          enter: (place, network) => sandbox.enter(place, network),
          network: networkOf(wanted.machine),
        },
        remember: started.remember,
      };
    }
  }
}

/** The sandbox of this machine for commands with this environment, proven. */
export async function sandboxOf(
  { env, machine }: Pick<Wanted, 'env' | 'machine'>,
  proof: 'remembered' | 'fresh',
): Promise<Started> {
  return startSandbox({
    env: childEnvironment(env, { names: 'known', allow: machine.environment }),
    home: homeOf(env),
    memory: path.join(await recordsFolder(env), 'sandbox', 'proven'),
    node: process.execPath,
    proof,
  });
}

/** Where packages come from, for a setup; nothing can be left there without a key. */
const REGISTRIES = [
  'registry.npmjs.org',
  'registry.yarnpkg.com',
  'pypi.org',
  'files.pythonhosted.org',
  'index.crates.io',
  'static.crates.io',
  'crates.io',
  'proxy.golang.org',
  'sum.golang.org',
  'rubygems.org',
  'index.rubygems.org',
  'repo.packagist.org',
  'repo.maven.apache.org',
  'repo1.maven.org',
];

const networkOf = ({ network }: Configuration['machine']): Confine['network'] => ({
  coders: network.allow,
  setup: [...REGISTRIES, ...network.allow],
});

/** Without a sandbox: by the user's word alone. `trouble` is why there is none where one was wanted. */
async function open({ root }: Wanted, consent: Consent, trouble: Trouble | undefined): Promise<Confinement> {
  const why = trouble
    ? `Commands cannot be confined here: ${trouble.because}. To mend it: ${trouble.fix}.`
    : '';
  if (process.getuid?.() === 0 && !(await inContainer())) {
    throw new PreflightError(
      `${why} Without a sandbox root is refused outside of a container: commands of models would own the machine. Run it as an ordinary user, or say --sandbox external where the machine itself is disposable.`.trim(),
    );
  }
  const off = { kind: 'off', remember: NOTHING_TO_REMEMBER } as const;
  if (trouble === undefined && consent.given === true) {
    return off;
  }
  const question = `${why} Let commands of models run with your rights, in ${root} and everywhere else that you may write?`;
  if (consent.ask && (await consent.ask(question.trim()))) {
    return off;
  }
  throw new PreflightError(
    trouble
      ? `${why} Nothing was started. Where a container or a machine of its own is around all of this: --sandbox external.`
      : '--sandbox off lets commands of models run with your rights. Nothing was started. If that is meant, say so: --sandbox off --yes-run-unsandboxed.',
  );
}
