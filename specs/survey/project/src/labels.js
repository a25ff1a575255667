/** Names of the lists in the sidebar. */
export const labels = { open: 'TODO', late: 'FIXME: overdue', done: 'Done' };

/*
 * TODO: translate
 */
export const labelOf = (state) => labels[state] ?? state;
