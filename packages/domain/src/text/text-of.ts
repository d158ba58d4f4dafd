/**
 * A stored value as text: texts as they are, numbers and yes/no in words of the language; an empty string for anything
 * else.
 */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
