/** The same value with every text in it changed, names of keys left as they are. */
export function eachText(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') {
    return change(value);
  }
  if (Array.isArray(value)) {
    return value.map((item) => eachText(item, change));
  }
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, eachText(item, change)]))
    : value;
}
