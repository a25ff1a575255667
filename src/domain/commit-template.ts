/** What a commit that lands is told of, unless the settings say otherwise. */
export const COMMIT_TEMPLATE = '{{type}}: {{title}}\n\n{{summary}}\n\n{{trailers}}';

/** Names that a template may have put in for `{{name}}`. */
export const COMMIT_NAMES = [
  'type',
  'title',
  'summary',
  'trailers',
  'checkpoint',
  'attempt',
  'run',
  'requirements',
  'model',
  'reviewer',
  'check',
] as const;
export type CommitName = (typeof COMMIT_NAMES)[number];
