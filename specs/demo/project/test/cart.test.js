import assert from 'node:assert/strict';
import { test } from './harness.js';
import { add, total } from '../src/cart.js';

test('an empty cart costs nothing', () => {
  assert.equal(total([]), 0);
});

test('adds up quantities and prices', () => {
  const coffee = add([], { name: 'Coffee', price: '2.50', quantity: 2 });
  const both = add(coffee, { name: 'Cake', price: '3.20' });
  assert.equal(total(both), 820);
  assert.equal(coffee.length, 1);
});
