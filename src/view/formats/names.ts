/** Forms in which a report goes to other programs. */
export const FORMATS = ['json', 'markdown', 'sarif', 'junit'] as const;
export type Format = (typeof FORMATS)[number];
