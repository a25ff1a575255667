import { added, type FilePatch } from '../patch/patch.ts';
import { FORBIDDEN, found, SHOWN, type Found, type Rule } from './rule.ts';
import { CONNECTION, SECRETS } from './secret-signs.ts';
import { isProse, isTestFile } from './test-files.ts';

const PLACEHOLDER =
  /example|placeholder|your[-_ ]?|change[-_]?me|dummy|fake|sample|redacted|(?:^|[-_])(?:test|todo|foo|bar|insert)(?:[-_]|$)|x{6,}|\*{3}|\.{3}|<.*>|0{8,}|1234567|abcdef(?:gh|0|1)|deadbeef|(.)\1{7}/i;

/** The token of the JWT standard's own introduction, which half of all documentation shows. */
const KNOWN_SAMPLE = /eyJzdWIiOiIxMjM0NTY3ODkw/;

const WELL_KNOWN_PASSWORDS =
  /^(?:pass(?:word)?\d*|secret|postgres|mysql|root|admin|user|guest|rabbit|redis|mongo|test\w*|dev\w*|local\w*|p|pw|pwd|hunter2)$/i;
const LOCAL_HOSTS =
  /^(?:localhost|127\.|0\.0\.0\.0|host$|hostname$|db$|database$|postgres$|mysql$|redis$|mongo$|rabbitmq$|example\.|[\w.-]*\.(?:example|test|invalid|localhost|local)$|[\w.-]*\bexample\.(?:com|org|net)$)/i;

/** The kind of secret in a line of text, or undefined. Placeholders and examples are none. */
export function secretIn(text: string): string | undefined {
  const sign = SECRETS.find(({ pattern }) => {
    const groups: (string | undefined)[] = pattern.exec(text)?.slice(1) ?? [];
    const secret = groups.findLast((group) => group !== undefined);
    return secret !== undefined && isRealSecret(secret);
  });
  return sign?.kind ?? (hasPassword(text) ? 'password in a connection string' : undefined);
}

/** Whether a text of the right shape is more than a placeholder or an example. */
export const isRealSecret = (secret: string): boolean =>
  !PLACEHOLDER.test(secret) && !KNOWN_SAMPLE.test(secret) && varied(secret);

/** Words joined by dashes and single letters repeated are no keys. */
const varied = (secret: string): boolean =>
  secret.startsWith('-----') || (new Set(secret).size >= 10 && (/\d/.test(secret) || /[A-Z]/.test(secret)));

const hasPassword = (text: string): boolean =>
  [...text.matchAll(CONNECTION)].some(
    ([, , , password = '', host = '']) => isRealPassword(password) && !LOCAL_HOSTS.test(host),
  );

export const isRealPassword = (password: string): boolean =>
  !/^[$%{<[(]|\$\{|\{\{|%[sd(]/.test(password) &&
  !WELL_KNOWN_PASSWORDS.test(password) &&
  !PLACEHOLDER.test(password);

function secretsIn(file: FilePatch): Found[] {
  return added(file).flatMap((line) => {
    const kind = secretIn(line.text);
    return kind === undefined
      ? []
      : [
          found(
            file,
            line.line,
            `Line ${String(line.line)} of ${file.path} looks like a real ${kind}: take it out and read it from the environment.`,
          ),
        ];
  });
}

/** Made-up keys are the stuff of tests and prose: there a person decides. */
const mayBeMadeUp = (file: FilePatch): boolean => isTestFile(file.path) || isProse(file.path);

export const secret: Rule = {
  name: 'secret',
  levels: FORBIDDEN,
  find: ({ patch }) => patch.filter((file) => !mayBeMadeUp(file)).flatMap(secretsIn),
};

export const secretInTest: Rule = {
  name: 'secret-in-test',
  levels: SHOWN,
  find: ({ patch }) => patch.filter(mayBeMadeUp).flatMap(secretsIn),
};
