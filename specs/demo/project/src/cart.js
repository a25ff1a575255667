import { parse } from './money.js';

/** A cart is a list of items; adding gives a new one. The price is as written on the tag. */
export const add = (cart, { name, price, quantity = 1 }) => [
  ...cart,
  { name, quantity, cents: parse(price) },
];

/** What the items cost together, in cents. */
export const total = (cart) => cart.reduce((sum, { quantity, cents }) => sum + quantity * cents, 0);
