import { PUBLIC_STATUSES } from '@pimis/domain/public/status';
import { SECTOR_NAMES } from './mapping/classification.ts';
import type { Oc4idsProject } from './mapping/oc4ids.ts';

/** Codes of the standard's lists that the product uses. */
const CODES: Readonly<Record<string, readonly string[]>> = {
  status: PUBLIC_STATUSES,
  sector: SECTOR_NAMES,
  roles: ['publicAuthority', 'administrativeEntity', 'funder'],
  'milestones.type': ['approval', 'delivery'],
  'milestones.status': ['scheduled', 'met', 'notMet', 'partiallyMet'],
  procurementMethod: ['open', 'selective', 'limited', 'direct'],
  nature: ['design', 'construction', 'supervision'],
  documentType: [
    'designReport',
    'feasibilityStudy',
    'costBenefitAnalysis',
    'environmentalImpact',
    'contractSigned',
    'minutes',
  ],
  currency: ['RSD'],
};
const INSTANTS: readonly string[] = [
  'updated',
  'startDate',
  'endDate',
  'approvalDate',
  'dateMet',
  'dueDate',
  'datePublished',
];
const REFERENCES: readonly string[] = ['publicAuthority', 'sourceParty'];
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/;
/** The largest number of problems in one answer. */
const MOST = 50;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An instant that exists, unlike 2026-02-30. */
function isInstant(value: unknown): boolean {
  if (typeof value !== 'string' || !INSTANT.test(value)) return false;
  const time = Date.parse(value);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === value.slice(0, 10);
}

function codesOf(key: string, parent: string): readonly string[] | undefined {
  return CODES[`${parent}.${key}`] ?? (parent === '' || key !== 'status' ? CODES[key] : undefined);
}

/** Problems of one value and everything in it. `parent` is the name of the enclosing list or object. */
function problemsIn(
  value: unknown,
  key: string,
  parent: string,
  path: string,
  parties: ReadonlySet<unknown>,
): string[] {
  if (value === null || value === undefined) return [`${path} has no value`];
  if (value === '') return [`${path} is empty`];
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`${path} is no number`];
  if (typeof value === 'string') {
    if (INSTANTS.includes(key)) return isInstant(value) ? [] : [`${path} is no instant: ${value}`];
    if (key === 'url') return URL.canParse(value) ? [] : [`${path} is no address`];
    const codes = codesOf(key, parent);
    return codes && !codes.includes(value) ? [`${path} is no code of the standard: ${value}`] : [];
  }
  if (Array.isArray(value)) return problemsInList(value, key, parent, path, parties);
  if (!isObject(value)) return [`${path} is of no known kind`];
  const own = Object.entries(value);
  if (own.length === 0) return [`${path} is empty`];
  const { startDate, endDate } = value;
  const reversed = typeof startDate === 'string' && typeof endDate === 'string' && startDate > endDate;
  return [
    ...(reversed ? [`${path} ends before it starts`] : []),
    ...(REFERENCES.includes(key) && !parties.has(value.id) ? [`${path} names no party`] : []),
    ...own.flatMap(([name, inner]) => problemsIn(inner, name, key, `${path}/${name}`, parties)),
  ];
}

function problemsInList(
  list: readonly unknown[],
  key: string,
  parent: string,
  path: string,
  parties: ReadonlySet<unknown>,
): string[] {
  if (list.length === 0) return [`${path} is empty`];
  const ids = list.flatMap((row) => (isObject(row) && row.id !== undefined ? [row.id] : []));
  const twice = new Set(ids).size < ids.length;
  return [
    ...(twice ? [`${path} has an id twice`] : []),
    ...list.flatMap((row, index) => problemsIn(row, key, parent, `${path}/${index}`, parties)),
  ];
}

/**
 * Checks a project of our package against those rules of OC4IDS 0.9.5 that it could break: required fields, codes,
 * duplicate ids, references without a party, instants, empty values. Returns the problems.
 */
export function projectProblems(project: Oc4idsProject, prefix: string): string[] {
  const parties = new Set((project.parties ?? []).map(({ id }) => id));
  const problems = [
    ...(project.id.startsWith(`${prefix}-`) ? [] : [`/id does not begin with ${prefix}`]),
    ...problemsIn(project, '', '', '', parties),
  ];
  return problems.slice(0, MOST).map((problem) => `${project.id}${problem}`);
}
