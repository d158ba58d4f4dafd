/** The details of an audit row as lines of names and values. */

/** A line: a field before and after, or a further fact. */
export interface DetailLine {
  field: string;
  before?: unknown;
  after: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Unchanged fields are left out; if only one side exists, all its fields are shown. */
function changes(before: Fields, after: Fields): DetailLine[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => !same(before[name], after[name]))
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
}

/** The lines of a row: changes first, then further facts. */
export function detailLines(detail: Fields): DetailLine[] {
  const { before, after, ...rest } = detail;
  const changed = isFields(before) || isFields(after);
  const beside = changed ? rest : detail;
  return [
    ...(changed ? changes(isFields(before) ? before : {}, isFields(after) ? after : {}) : []),
    ...Object.entries(beside)
      .filter(([, value]) => value !== null && value !== undefined && value !== '')
      .map(([field, value]) => ({ field, after: value })),
  ];
}
