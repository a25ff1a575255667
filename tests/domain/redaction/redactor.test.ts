import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { redactor } from '../../../src/domain/redaction/redactor.ts';
import { filter } from '../../../src/domain/redaction/stream.ts';
import { fake } from '../../attack/fakes.ts';

const tag = (value: string): string => createHash('sha256').update(value).digest('hex').slice(0, 12);
const KNOWN = 'kV3/wq9+"ü-passphrase of mine';
const { hide, hideKnown, restore } = redactor({ known: [KNOWN], tag });
const bytes = Buffer.from(KNOWN);

describe('a known value', () => {
  it.each([
    ['as it is', KNOWN],
    ['in base64', bytes.toString('base64')],
    ['in base64url', bytes.toString('base64url')],
    ['in the midst of longer base64', Buffer.from(`ab:${KNOWN}:cd`).toString('base64')],
    ['one byte further', Buffer.from(`abc:${KNOWN}`).toString('base64')],
    ['in hexadecimal', bytes.toString('hex')],
    ['in capitals of it', bytes.toString('hex').toUpperCase()],
    ['in an address', encodeURIComponent(KNOWN)],
    ['broken over lines of base64', bytes.toString('base64').replace(/(.{20})/g, '$1\n')],
    ['broken over lines that are indented', bytes.toString('hex').replace(/(.{30})/g, '$1\r\n    ')],
    ['broken into texts that are joined', `"${KNOWN.slice(0, 14)}" +\n  "${KNOWN.slice(14)}"`],
    ['broken by ends of line that are escaped', KNOWN.replace('of', 'o\\nf')],
    ['in JSON', JSON.stringify({ key: KNOWN })],
  ])('is hidden %s', (_, text) => {
    const hidden = hideKnown(`before ${text} after`);
    expect(hidden).toMatch(/^before .*\[redacted:known:[0-9a-f]{12}\][^]* after$/);
    expect(hide(hidden)).toBe(hidden);
  });

  it('leaves others alone', () => {
    expect(hideKnown('kV3/wq9 and a passphrase of mine')).toBe('kV3/wq9 and a passphrase of mine');
    expect(redactor({ known: [], tag }).hideKnown(KNOWN)).toBe(KNOWN);
  });
});

describe('what has the shape of a secret', () => {
  it.each(['sk', 'github', 'aws', 'slack', 'jwt', 'pem', 'dburl'])(
    '%s is hidden, what stands around it is not',
    (kind) => {
      const hidden = hide(`before\nvalue: ${fake(kind)}\nafter\n`);
      expect(hidden).toMatch(/^before\nvalue: [^]*\[redacted:[a-z-]+:[0-9a-f]{12}\][^]*\nafter\n$/);
      expect(hidden).not.toContain(fake(kind, 'core'));
      expect(hide(hidden)).toBe(hidden);
    },
  );

  it('is hidden in headers and in files of variables', () => {
    const value = fake('github', 'core');
    expect(hide(`Authorization: Basic ${value}`)).not.toContain(value);
    expect(hide(`A=1\nexport SERVICE_TOKEN="${value}"\n`)).not.toContain(value);
  });

  it.each([
    'integrity sha512-Ab1+Ab1+Ab1+Ab1+Ab1+Ab1+Ab1+Ab1+Ab1+Ab1+Ab1+Ab1+Ab1+Ab1+Ab1+Ab1+Aw==',
    'commit 0b1c2d3e4f5a69788796a5b4c3d2e1f001122334',
    'id 123e4567-e89b-42d3-a456-426614174000',
    'password: "changeme"',
    'API_KEY=your-key-here',
    'API_KEY=$OTHER_VARIABLE_FROM_ABOVE',
    'TOKEN=process.env.SERVICE_TOKEN_1',
    'const token = process.env.TOKEN; token = parser.nextToken()',
    'postgres://user:password@localhost/db',
    'https://example.com:8080/a@b',
    'sk-some-words-with-dashes-between-them',
    '-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY-----',
  ])('%s is none', (text) => {
    expect(hide(text)).toBe(text);
  });
});

describe('a placeholder on its way back', () => {
  const source = `const key = "${fake('sk')}";\n// ${fake('sk')}\n`;
  const shown = hide(source);

  it('becomes what it stands for in that file', () => {
    expect(restore(shown, source)).toEqual({ text: source });
    expect(restore('no placeholder', '')).toEqual({ text: 'no placeholder' });
  });

  it('is refused where it stands for nothing there', () => {
    const [placeholder = ''] = /\[redacted:[^\]]*\]/.exec(shown) ?? [];
    expect(restore(shown, '')).toEqual({ unknown: placeholder });
    expect(restore('[redacted:known:000000000000]', source)).toEqual({
      unknown: '[redacted:known:000000000000]',
    });
    expect(restore(placeholder, `as written: ${placeholder}`)).toEqual({ text: placeholder });
  });
});

describe('output that comes piece by piece', () => {
  const whole = `${'x'.repeat(5000)}\nü ${fake('github')} ${encodeURIComponent(KNOWN)}\n${'y'.repeat(5000)}\n`;

  it.each([3, 1000, 100_000])('is hidden alike in pieces of %i bytes', (size) => {
    const { push, end } = filter({ hide });
    const all = Buffer.from(whole);
    const out: Buffer[] = [];
    for (let at = 0; at < all.length; at += size) {
      out.push(push(all.subarray(at, at + size)));
    }
    out.push(end());
    expect(Buffer.concat(out).toString()).toBe(hide(whole));
  });

  it('gives whole lines after a silence, and keeps what may go on', () => {
    const { push, settle, end } = filter({ hide });
    const key = fake('github');
    expect(push(Buffer.from(`ready\n${key.slice(0, 12)}`)).toString()).toBe('');
    expect(settle().toString()).toBe('ready\n');
    push(Buffer.from(`${key.slice(12)} `));
    expect(end().toString()).toMatch(/^\[redacted:github-token:\w+\] $/);
  });

  it('hides a private key that is printed line by line, with pauses', () => {
    const { push, settle, end } = filter({ hide });
    const out: Buffer[] = [];
    for (const line of `${fake('pem')}\nafter\n`.split(/(?<=\n)/)) {
      out.push(push(Buffer.from(line)), settle());
    }
    out.push(end());
    expect(Buffer.concat(out).toString()).toMatch(/^[^\n]*\[redacted:private-key:\w+\][^\n]*\nafter\n$/);
  });

  it('hides what a search has coloured in its midst', () => {
    const { push, end } = filter({ hide });
    const key = fake('github');
    push(
      Buffer.from(
        `\u001b[35mfile\u001b[m:\u001b[01;31m\u001b[K${key.slice(0, 6)}\u001b[m\u001b[K${key.slice(6)}\n`,
      ),
    );
    expect(end().toString()).toMatch(/^file:\[redacted:github-token:\w+\]\n$/);
  });

  it('hides a known value with letters beyond ASCII, too', () => {
    const { end, push } = filter({ hide });
    push(Buffer.from(`${KNOWN}\n`));
    expect(end().toString()).toMatch(/^\[redacted:known:\w+\]\n$/);
  });

  it('changes no byte of what is no text', () => {
    const { push, end } = filter({ hide });
    const all = Buffer.from(Array.from({ length: 20_000 }, (_, i) => (i * 31) % 256));
    expect(Buffer.concat([push(all), end()]).equals(all)).toBe(true);
  });
});
