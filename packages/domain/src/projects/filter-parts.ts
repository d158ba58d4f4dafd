/**
 * Filters of the project table whose value may consist of several conditions, all of which must hold. A project may
 * have reached two phases or be in two districts, so a group is not always contained in the filter of the same field. A
 * value with several parts has a semicolon before each part; semicolons and backslashes within a part are escaped with
 * a backslash.
 */
const PART_FILTERS = {
  // A comma-separated list; one matching value suffices.
  district: 'anyOf',
  municipality: 'anyOf',
  reachedPhase: 'anyOf',
  passedPhase: 'anyOf',
  isPlanLate: 'one',
  inPlan: 'one',
  onList: 'one',
  fiscalNeed: 'one',
  measuredOn: 'one',
} as const satisfies Readonly<Record<string, 'anyOf' | 'one'>>;

/** More parts than any way through the portfolio adds; each costs a search of its own. */
export const MOST_PARTS = 10;

const PART = /;(?:[^\\;]|\\.)*/gsu;

export const hasParts = (filter: string): filter is keyof typeof PART_FILTERS => Object.hasOwn(PART_FILTERS, filter);

/** The parts of a value; one that does not begin with a semicolon is one part. */
export const partsOf = (value: string): string[] =>
  value.startsWith(';')
    ? [...value.matchAll(PART)].map(([part]) => part.slice(1).replaceAll(/\\(.)/gsu, '$1'))
    : [value];

/** A value with these parts; empty ones are left out. */
export function joinParts(parts: readonly string[]): string {
  const filled = parts.filter((part) => part !== '');
  const [first = ''] = filled;
  if (filled.length < 2 && !first.includes(';')) return first;
  return filled.map((part) => `;${part.replaceAll(/[\\;]/gu, '\\$&')}`).join('');
}

/** Combines the value of a filter with that of a group within it, without duplicates. */
function narrowedParts(filter: keyof typeof PART_FILTERS, value: string, group: string): string {
  const follows = (part: string) =>
    part === group || (PART_FILTERS[filter] === 'anyOf' && part.split(',').some((one) => one.trim() === group));
  return joinParts([...partsOf(value).filter((part) => !follows(part)), group]);
}

/**
 * The value of a filter narrowed to a group of its projects. Other fields have one value per project, and the value of
 * the group is one of the filter's. Of two bounds of days (YYYY-MM-DD), the stricter one applies.
 */
function narrowed(name: string, own: string | undefined, group: string): string {
  if (hasParts(name)) return narrowedParts(name, own ?? '', group);
  // Stryker disable next-line ConditionalExpression: an absent value compares the same.
  if (own === undefined) return group;
  // Stryker disable next-line EqualityOperator: equal sides give the same either way.
  if (name.endsWith('-from')) return own > group ? own : group;
  // Stryker disable next-line EqualityOperator: equal sides give the same either way.
  if (name.endsWith('-to')) return own < group ? own : group;
  return group;
}

/** The filters of the projects that a group (its filters, each of one part) has of those of a filter. */
export const filtersOfGroup = (
  filters: Readonly<Record<string, string>>,
  group: Readonly<Record<string, string>>,
): Record<string, string> => ({
  ...filters,
  ...Object.fromEntries(Object.entries(group).map(([name, value]) => [name, narrowed(name, filters[name], value)])),
});
