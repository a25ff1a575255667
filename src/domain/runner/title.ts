/** The last part of a test's name, the same in every notation: `file > group > title`, `file::Class::title`, `group › title`. */
export const titleOf = (name: string): string => name.split(/ [›>] |::/).at(-1) ?? name;

type Told = { readonly from?: 'results' | undefined } | undefined;

/**
 * By what the tests of two runs are held against each other: by their names, or by their titles where the names of one were
 * printed and those of the other come from a results file, which writes them otherwise.
 */
export const sameTest = (one: Told, other: Told): ((name: string) => string) =>
  one?.from === other?.from ? (name) => name : (name) => titleOf(name).replace(/ \(\d+\)$/, '');
