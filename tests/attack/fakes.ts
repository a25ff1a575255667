/** Secrets that open nothing, of the shape that real ones have; joined here so that no scanner takes them for real. */
type Fake = { readonly before: string; readonly core: string; readonly after: string };

const LETTERS = 'q7Zt4Kp9Xw2Vb8Rn5Jm3Hd6Gf1Lc0YsTuEaWiOePrAzSxDvQyBkNhMgUjCoFlI';

/** Characters that repeat after no short while. */
const drawn = (count: number, from = LETTERS): string =>
  Array.from({ length: count }, (_, i) => from[(i * 7 + (i >> 3) * 5) % from.length]).join('');

const joined = (...parts: readonly string[]): string => parts.join('');
const PRIVATE = joined('PRIV', 'ATE');
const HEX = '0f9e8d7c6b5a4132';
const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const FAKES: Readonly<Record<string, () => Fake>> = {
  sk: () => ({ before: joined('sk', '-proj-'), core: drawn(48), after: '' }),
  github: () => ({ before: joined('gh', 'p_'), core: drawn(36), after: '' }),
  aws: () => ({ before: joined('AK', 'IA'), core: drawn(16, 'QZ7WSX2EDC4RFV6TGB3YHN5UJM'), after: '' }),
  slack: () => ({
    before: joined('xo', 'xb-'),
    core: ['2918374650', '3847561029', drawn(24)].join('-'),
    after: '',
  }),
  jwt: () => ({
    before: `${base64url({ alg: 'HS256', typ: 'JWT' })}.`,
    core: `${base64url({ sub: '1847', role: 'admin', iat: 1_790_000_000 })}.${drawn(43)}`,
    after: '',
  }),
  pem: () => ({
    before: `-----BEGIN RSA ${PRIVATE} KEY-----\n`,
    core: [drawn(64), drawn(64, LETTERS.toLowerCase() + '+/19'), drawn(40, `${HEX}XYZ+/`)].join('\n'),
    after: `\n-----END RSA ${PRIVATE} KEY-----`,
  }),
  dburl: () => ({
    before: joined('postgres', '://app:'),
    core: drawn(20),
    after: '@db.example.invalid:5432/app',
  }),
};

/** What `{{fake:KIND}}`, `{{fake:KIND:core}}` and `{{fake:KIND:b64}}` stand for. Throws for a kind that is not known. */
export function fake(kind: string, form?: string): string {
  const made = FAKES[kind]?.();
  if (!made) {
    throw new Error(`no fake secret of the kind ${kind}`);
  }
  const whole = made.before + made.core + made.after;
  switch (form) {
    case undefined:
      return whole;
    case 'core':
      return made.core;
    case 'b64':
      return Buffer.from(whole).toString('base64');
    default:
      throw new Error(`no form ${form} of a fake secret`);
  }
}

/** Letters that no screen shows, and that a model reads all the same. */
export const inTags = (text: string): string =>
  Array.from(text, (c) => String.fromCodePoint(0xe0000 + (c.codePointAt(0) ?? 0))).join('');
