/**
 * Reads lines of `key = value`. Later lines win. Throws a SyntaxError with the line's number for a line that is
 * neither empty nor a setting.
 */
export function parseConfig(text) {
  const entries = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() !== '') {
      entries.push(readSetting(line, index + 1));
    }
  }
  return Object.fromEntries(entries);
}

function readSetting(line, number) {
  const at = line.indexOf('=');
  const key = line.slice(0, at).trim();
  if (at < 0 || key === '') {
    throw new SyntaxError(`line ${number}: expected \`key = value\`, got \`${line.trim()}\``);
  }
  return [key, unquote(line.slice(at + 1).trim())];
}

const unquote = (value) => (/^".*"$/.test(value) ? value.slice(1, -1) : value);
