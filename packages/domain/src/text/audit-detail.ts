/** What an audit row tells beside who, when and where, as lines of names and values. */

/** A line: what a field was and what it became, or what is said beside the change. */
export interface DetailLine {
  field: string;
  before?: unknown;
  after: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Fields that a change has left as they were are not told; with one side alone every field of it is. */
function changes(before: Fields, after: Fields): DetailLine[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => !same(before[name], after[name]))
    .map((field) => ({ field, before: before[field] ?? null, after: after[field] ?? null }));
}

/** The lines of a row: what has changed first, then what stands beside it. */
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
