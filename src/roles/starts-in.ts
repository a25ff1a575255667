/** Whoever starts below the root counts paths from there, and everybody else from the root: that has to be said. */
export const startsIn = (start = ''): string[] =>
  start === ''
    ? []
    : [
        `Your tools and commands start in \`${start}/\` and count paths from there. Paths in this text count from the root of the repository: \`${start}/x\` here is \`x\` for you.`,
      ];
