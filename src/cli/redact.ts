const MARK = '***';

/** Puts a mark in the place of each secret, also where it stands inside JSON. */
export function redactor(secrets: readonly string[]): (text: string) => string {
  const forms = [...new Set(secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]))];
  return (text) => forms.reduce((left, form) => left.replaceAll(form, MARK), text);
}
