// eslint-disable-next-line no-control-regex -- escape sequences are what is looked for
const ESCAPES = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)|[@-Z\\-_])/g;

/** Prefixes that runners of many packages put before each line: `web:test: `, `packages/web test: `. */
const PREFIX = /^(?:[\w@/.-]+:test[\w:-]*|[\w@/.-]+ test[\w:-]*):(?: |$)/;

/** Output as runners mean it: no colours, plain line ends, no prefix of a package on each line. */
export const cleanOutput = (output: string): string =>
  output
    .replaceAll(ESCAPES, '')
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.replace(PREFIX, ''))
    .join('\n');
