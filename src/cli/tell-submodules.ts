const LISTED = 5;

/** Says that submodules are not filled: what needs their files fails in a way that is hard to understand. */
export function tellSubmodules(paths: readonly string[], onNotice: (text: string) => void): void {
  if (paths.length === 0) {
    return;
  }
  const more = paths.length > LISTED ? ` and ${String(paths.length - LISTED)} more` : '';
  onNotice(
    `submodules are empty folders in the working copies: ${paths.slice(0, LISTED).join(', ')}${more}. A check or a coder that needs their files fails there; a setup command can fetch them where the sandbox lets it (docs/recovery.md).`,
  );
}
