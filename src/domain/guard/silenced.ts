import { newLines, signRule } from './lines.ts';
import { quote, SHOWN, type Rule } from './rule.ts';
import { isProse } from './test-files.ts';

/** Orders to linters, type checkers and coverage to look away. */
export const checkSilenced: Rule = signRule({
  name: 'check-silenced',
  levels: SHOWN,
  lines: newLines,
  hunks: (file) => (isProse(file.path) ? [] : file.hunks),
  signs: [
    {
      what: 'linter',
      pattern:
        /\b(?:eslint|oxlint|tslint|stylelint|swiftlint|ktlint|rubocop|pylint|phpcs|standard)[-:]\s?(?:disable|ignore)|\bbiome-ignore\b|#\s*(?:noqa|nosec|ruff:\s*noqa)\b|\/\/\s*nolint\b|\bNOSONAR\b/,
    },
    {
      what: 'type checker',
      pattern:
        /@ts-(?:nocheck|ignore|expect-error)\b|#\s*(?:type|pyright|mypy):\s*ignore|\bmypy:\s*ignore-errors|@phpstan-ignore|@psalm-suppress|#pragma warning disable/,
    },
    {
      what: 'compiler',
      pattern: /#!?\[allow\(|@SuppressWarnings\(|@Suppress\(|#pragma (?:GCC|clang) diagnostic ignored/,
    },
    {
      what: 'coverage',
      pattern: /\b(?:istanbul|c8|v8|node:coverage) (?:ignore|disable)\b|\bpragma:\s*no cover|LCOV_EXCL/,
    },
  ],
  say: ({ what }, { text }) => `The ${what} is told to look away: ${quote(text)}.`,
});
