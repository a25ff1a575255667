import assert from 'node:assert/strict';
import { test } from './harness.js';
import { format, parse } from '../src/money.js';

test('reads units and cents', () => {
  assert.equal(parse('12'), 1200);
  assert.equal(parse('12.50'), 1250);
  assert.equal(parse('0.05'), 5);
});

test('reads one decimal as tenths', () => {
  assert.equal(parse('12.5'), 1250);
});

test('writes an amount with two decimals', () => {
  assert.equal(format(1250), '12.50');
  assert.equal(format(5), '0.05');
  assert.equal(format(-120), '-1.20');
});
