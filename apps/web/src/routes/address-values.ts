import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router';

/**
 * Parses a value of a URL. Text that a number would not reproduce exactly stays text: 2026.10, 1e2, an id of many
 * digits.
 */
function valueOf(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (typeof value === 'number' && String(value) !== text) throw new SyntaxError(`No number: ${text}`);
  return value;
}

export const parseSearch = parseSearchWith(valueOf);
export const stringifySearch = stringifySearchWith(JSON.stringify, valueOf);
