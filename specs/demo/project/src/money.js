/** Cents of a price as it is written on a tag, such as '12.50'. */
export function parse(text) {
  const [units, decimals = '0'] = text.split('.');
  return Number(units) * 100 + Number(decimals);
}

/** An amount in cents as people read it: 1250 is '12.50'. */
export function format(cents) {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
