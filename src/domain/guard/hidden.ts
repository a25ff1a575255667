import { added, type FilePatch } from '../patch/patch.ts';
import { found, SHOWN, type Found, type Rule } from './rule.ts';
import { isProse } from './test-files.ts';

/** Characters that change or hide what a reader sees. Joiners are ordinary between letters that need them. */
const HIDDEN: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  { what: 'a character that turns the direction of text', pattern: /[\u202A-\u202E\u2066-\u2069\u061C]/u },
  { what: 'an invisible tag character', pattern: /[\u{E0000}-\u{E007F}]/u },
  {
    what: 'an invisible character',
    pattern:
      /[\u200B\u2060-\u2064\u00AD\u180E\u3164\uFFA0]|(?<=.)\uFEFF|(?<=[\u0021-\u024F])[\u200C\u200D](?=[\u0021-\u024F])/u,
  },
  { what: 'a control character', pattern: /(?![\t\r\f])\p{Cc}/u },
];

/** A Latin word with Cyrillic letters in it reads like another word. */
const MIXED = /[a-zA-Z][\u0400-\u04FF]|[\u0400-\u04FF][a-zA-Z]/u;

export const hiddenCharacters: Rule = {
  name: 'hidden-characters',
  levels: SHOWN,
  find: ({ patch }) => patch.flatMap(inFile),
};

function inFile(file: FilePatch): Found[] {
  return added(file).flatMap((line) => {
    const sign = HIDDEN.find(({ pattern }) => pattern.test(line.text));
    if (sign) {
      const code = sign.pattern.exec(line.text)?.[0].codePointAt(0) ?? 0;
      const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
      return [
        found(file, line.line, `Line ${String(line.line)} of ${file.path} holds ${sign.what} (${name}).`),
      ];
    }
    return MIXED.test(line.text) && !isProse(file.path)
      ? [
          found(
            file,
            line.line,
            `Line ${String(line.line)} of ${file.path} mixes Latin and Cyrillic letters in one word.`,
          ),
        ]
      : [];
  });
}
