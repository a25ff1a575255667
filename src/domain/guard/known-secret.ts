import { added } from '../patch/patch.ts';
import { FORBIDDEN, found, type Rule } from './rule.ts';

/** A key of the user's own, whatever it looks like and wherever it stands: no test and no prose needs that one. */
export const knownSecret: Rule = {
  name: 'known-secret',
  levels: FORBIDDEN,
  find: ({ patch, secrets = [] }) =>
    patch.flatMap((file) =>
      added(file)
        .filter(({ text }) => secrets.some((value) => text.includes(value)))
        .map((line) =>
          found(
            file,
            line.line,
            'A key of the user who runs this stands here. Take it out; read it from the environment.',
          ),
        ),
    ),
};
