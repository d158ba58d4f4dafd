import { expect, it } from 'vitest';
import { isKeptState } from './kept-state.ts';
import { VIEW_STATE_MAX } from './limits.ts';

it('a state is kept up to its size, without numbers that take hundreds of digits', () => {
  const rest = VIEW_STATE_MAX - JSON.stringify({ a: '' }).length;
  expect(isKeptState({ a: 'x'.repeat(rest) })).toBe(true);
  expect(isKeptState({ a: 'x'.repeat(rest + 1) })).toBe(false);
  expect(isKeptState({ a: 1e20, b: 0.000001, c: true, d: 'e' })).toBe(true);
  expect(isKeptState({ a: 1e308, b: 1 })).toBe(false);
  expect(isKeptState({ a: 5e-324 })).toBe(false);
});
