/**
 * What a secret looks like after the ways that programs print things: as it is, in base64 (also in the midst of longer
 * data), base64url, hexadecimal, percent-encoded, and escaped for JSON. Longest first.
 */
export function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const inBase64 = [0, 1, 2].map((shift) => inner(bytes, shift));
  const forms = [
    secret,
    bytes.toString('latin1'),
    bytes.toString('base64'),
    ...inBase64,
    ...inBase64.map((form) => form.replaceAll('+', '-').replaceAll('/', '_')),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    encodeURIComponent(secret.replaceAll(/\p{Surrogate}/gu, '')),
    JSON.stringify(secret).slice(1, -1),
  ];
  return [...new Set(forms)]
    .filter((form) => form.length >= SHORTEST)
    .toSorted((a, b) => b.length - a.length);
}

/** Shorter pieces turn up by accident. */
const SHORTEST = 8;

/** The digits that do not depend on the neighbours, for a secret that begins `shift` bytes into a group of three. */
function inner(bytes: Buffer, shift: number): string {
  const text = Buffer.concat([Buffer.alloc(shift), bytes])
    .toString('base64')
    .replace(/=+$/, '');
  const whole = (shift + bytes.length) % 3 === 0;
  return text.slice(shift === 0 ? 0 : shift + 1, whole ? undefined : -1);
}
