import { isKnownName } from './environment-names.ts';

/** Names that hold secrets, by what they are called. */
const SECRET_NAME =
  /KEY|SECRET|TOKEN|PASSW(?:OR)?D|PASSPHRASE|CREDENTIAL|COOKIE|PRIVATE|WEBHOOK|CONNECTION_?STRING|CLIENT_?ID|(?:DB|DATABASE|MONGO(?:DB)?|MYSQL|POSTGRES(?:QL)?|REDIS|AMQP)_UR[IL]|(?:^|_)(?:AUTH|PASS|PWD|PAT|DSN|CREDS?|CERT)(?:_|$)/i;

/** Words with those letters in them that speak of something else. */
const OTHER_WORDS =
  /KEY(?:BOARD|CODE|FRAME|MAP|NOTE|PAD|STROKE|WORD)S?|(?:DON|HOC|JOC|MON|TUR|WHIS)KEYS?|TOKENI[SZ](?:ATION|ERS?|ING)|SECRETAR(?:IAT|IES|Y)/gi;

/** Where certificates of authorities are; programs behind a proxy need them. */
export const AUTHORITIES =
  /^(?:SSL_CERT_(?:FILE|DIR)|NODE_EXTRA_CA_CERTS|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE)$/;

/** Secrets by what they look like: a password in an address, a key file, the prefixes that vendors give their keys. */
const SECRET_VALUE =
  /:\/\/[^/\s:@]*:[^/\s@]+@|-----BEGIN [A-Z ]*(?:PRIVATE KEY|CERTIFICATE)|\b(?:sk-|[sr]k_(?:live|test)_|gh[opsur]_|github_pat_|glpat-|npm_|xox[abprs]-|AKIA|ASIA|AIza)\w{6}|\beyJ[\w-]{8,}\.(?:eyJ|e30\b)[\w-]*\./;

/** State of the program that started us, which would steer the programs that we start. */
const STATE_NAME =
  /^(?:GIT_.*|npm_.*|INIT_CWD|BASH_ENV|ENV|BASH_FUNC_.*|PROMPT_COMMAND|CDPATH|GLOBIGNORE|SHELLOPTS|BASHOPTS|PS4|IFS|LD_.*|DYLD_.*|NODE_OPTIONS|NODE_CHANNEL_.*|NODE_UNIQUE_ID|NODE_V8_COVERAGE|PYTHONSTARTUP|PERL5OPT|RUBYOPT|JAVA_TOOL_OPTIONS|VITEST.*|JEST_WORKER_ID|FORCE_COLOR|CLICOLOR.*|COLORTERM|SSH_.*|GPG_.*|DBUS_.*|DISPLAY|WAYLAND_DISPLAY|TMUX.*|STY|OLDPWD|PWD|SHLVL|_|RIPGREP_CONFIG_PATH|LESSOPEN|LESSCLOSE|BROWSER|EDITOR|VISUAL)$/;

/** What keeps programs from asking, paging, colouring and watching. */
const QUIET = {
  CI: '1',
  NO_COLOR: '1',
  TERM: 'dumb',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  GH_PROMPT_DISABLED: '1',
} as const;

export type ChildEnvironmentOptions = {
  /** `known`: only variables that are known to be harmless, and those that are let through. Default: all that look so. */
  readonly names?: 'known' | 'any';
  /** Names that the user lets through although they look like secrets. */
  readonly allow?: readonly string[];
  /** Variables that are set last. */
  readonly set?: Readonly<Record<string, string>>;
};

/** The environment for commands that are not ours: free of secrets and of our own state, and made for no terminal. */
export function childEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  options: ChildEnvironmentOptions = {},
): Record<string, string> {
  const allowed = new Set(options.allow);
  const isMeant = options.names === 'known' ? isKnownName : (): boolean => true;
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && (allowed.has(name) || (isMeant(name) && isHarmless(name, value)))) {
      kept[name] = value;
    }
  }
  return { ...kept, ...QUIET, ...options.set };
}

const isHarmless = (name: string, value: string): boolean =>
  (AUTHORITIES.test(name) || !SECRET_NAME.test(name.replaceAll(OTHER_WORDS, ''))) &&
  !STATE_NAME.test(name) &&
  !SECRET_VALUE.test(value);
