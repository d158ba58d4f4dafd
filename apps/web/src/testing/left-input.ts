/** Input that an ended session of the clerk has left at a place, as `kept-input.ts` keeps it, with its age in days. */
export function leaveInput(place: string, input: unknown, { visit = 1, daysAgo = 0 } = {}): string {
  const key = `pimis.input.1.${place}#${visit}`;
  const at = new Date(Date.now() - daysAgo * 24 * 60 * 60 * 1000).toISOString();
  localStorage.setItem(key, JSON.stringify({ at, text: JSON.stringify(input) }));
  return key;
}

/** The common part of kept input, by its place. */
export const keptPlaces = () =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith('pimis.input.'))
    .map((key) => key.replace(/^pimis\.input\.\d+\.|#.*$/g, ''));
