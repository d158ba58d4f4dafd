/** A stored value as text: texts as they are, numbers and yes/no in words of the language; nothing for what is no text. */
export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
