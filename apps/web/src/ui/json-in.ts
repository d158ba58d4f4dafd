/** The JSON in a kept text; undefined without a text, or if another program has written something else. */
export function jsonIn(text: string | null | undefined): unknown {
  if (text === null || text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The object in a kept text; an empty one where there is none. */
export function objectIn(text: string | null | undefined): object {
  const value = jsonIn(text);
  return typeof value === 'object' && value !== null ? value : {};
}
