/** Where the JSON object or array that begins at `start` ends (exclusive), or undefined where it is left open. */
export function endOfJson(text: string, start: number): number | undefined {
  const open: string[] = [];
  for (let at = start; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '"') {
      const end = endOfString(text, at);
      if (end === undefined) {
        return undefined;
      }
      at = end - 1;
    } else if (char === '{' || char === '[') {
      open.push(char === '{' ? '}' : ']');
    } else if (char === '}' || char === ']') {
      if (open.pop() !== char) {
        return undefined;
      }
      if (open.length === 0) {
        return at + 1;
      }
    }
  }
  return undefined;
}

/** Where the string whose opening quote stands at `start` ends (exclusive), or undefined where it is left open. */
export function endOfString(text: string, start: number): number | undefined {
  const quote = text.charAt(start);
  for (let at = start + 1; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '\\') {
      at++;
    } else if (char === quote) {
      return at + 1;
    }
  }
  return undefined;
}
