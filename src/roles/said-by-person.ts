/** Words of the person who runs this, as part of a brief; nothing where there are none. */
export const saidByPerson = (words: readonly string[] = []): string[] =>
  words.length === 0
    ? []
    : [`From the person who runs this, beside the goal:\n${words.map((text) => `- ${text}`).join('\n')}`];
