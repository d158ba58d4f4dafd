import { NO_ORGANIZATIONS } from '../../apps/server/src/modules/project-list/organizations.ts';
import { fieldsOf } from '../../apps/server/src/modules/project-list/fields.ts';
import { DEMO_ACCOUNTS } from '../../apps/server/src/modules/system/demo-accounts.ts';
import { OTHER } from './measure.ts';

/** A call that users make; `main` ones are also measured with twenty clients. */
export interface BenchCall {
  name: string;
  path: string;
  main: boolean;
  /** The bare server's address for the same rows, if it has them. */
  bare: string | null;
}

const LIST = 'projects/paged?perPage=25';
const FIELDS = Object.entries(fieldsOf('2026-07-01', true, NO_ORGANIZATIONS));

const SAMPLES = {
  text: 'bajina',
  code: 'B-12',
  integer: '2',
  money: '1000000000',
  date: '2026-05-01',
  instant: '2026-05-01',
  boolean: 'true',
} as const;
/** Stands for a bound of a range: it differs at each call, as the bounds that people ask for do. */
const BOUNDS: Readonly<Record<string, string>> = {
  money: `10000${OTHER}${OTHER}0`,
  instant: `${SAMPLES.instant}%2010:${OTHER}:${OTHER}`,
};
/** Stands for the sector of a project that the user sees: users with few projects may have none of a fixed sector. */
const SEEN_SECTOR = '{sector}';
/** Fields without useful samples. */
const SAMPLE_OF: Readonly<Record<string, string>> = {
  organizationId: '50112',
  search: 'vodovoda',
  sector: SEEN_SECTOR,
  onTurn: 'own,proposer',
  openStep: 'approve,confirm',
  level: '2',
  stage: 'realization',
  district: '00',
  municipality: '70106',
  reachedPhase: '2',
  passedPhase: '1',
  onList: '3/2026-1',
  fiscalNeed: '2027',
  measuredOn: '2026-06-30',
};

const call = (name: string, path: string, kinds: { main?: boolean; bare?: string } = {}): BenchCall => ({
  name,
  path,
  main: kinds.main ?? false,
  bare: kinds.bare ?? null,
});

/**
 * The other lists in their first state; organizations, people, commission lists and appropriations grow with the
 * projects.
 */
const OTHER_LISTS: Readonly<Record<string, string>> = {
  users: 'security/users',
  'users by organization': 'security/users?sort_by=organizationName',
  'users who signed in last': 'security/users?sort_by=lastLoginDate&sort_desc=true',
  'users of an organization': 'security/users?filter[organizationName]=bajina',
  organizations: 'security/organizations',
  'organizations by name': 'security/organizations?sort_by=name',
  'audit log': 'administration/audit',
  'commission lists': 'projects/lists/3',
  'important projects': 'projects/important/list',
  'budget users': 'registry/budget-users',
  appropriations: 'registry/appropriations',
  operations: 'operations',
  notifications: 'notifications',
  'project changes': 'project-changes?perPage=100',
  'project changes since a day': `project-changes?perPage=100&updatedSince=${SAMPLES.instant}T00:00:00Z`,
};

/** The measured calls: of the project table by its declared fields, and of other daily screens. */
const BENCH_CALLS: readonly BenchCall[] = [
  call('list', LIST, { main: true, bare: 'changed' }),
  call('by value', `${LIST}&sort_by=totalValue&sort_desc=true`, { main: true, bare: 'value' }),
  call('last page', `${LIST}&end=true`),
  call('page 20', `${LIST}&page=20`),
  ...FIELDS.filter(([, field]) => field.sortable).flatMap(([name]) => [
    ...(name === 'totalValue' ? [] : [call(`sorted by ${name}`, `${LIST}&sort_by=${name}&sort_desc=true`)]),
    call(`sorted by ${name}, upwards`, `${LIST}&sort_by=${name}`),
  ]),
  ...FIELDS.map(([name, { kind }]) =>
    call(`filter ${name}`, `${LIST}&filter[${name}]=${SAMPLE_OF[name] ?? SAMPLES[kind]}`),
  ),
  ...FIELDS.filter(([, { kind }]) => ['money', 'date', 'instant'].includes(kind)).flatMap(([name, { kind }]) => [
    call(`filter ${name} from`, `${LIST}&filter[${name}-from]=${BOUNDS[kind] ?? SAMPLES[kind]}`),
    call(`filter ${name} to`, `${LIST}&filter[${name}-to]=${BOUNDS[kind] ?? SAMPLES[kind]}`),
  ]),
  // The planner chooses between the order and the trigrams: two frequent words, a rare one, and a word of no project.
  call('filter search, two words', `${LIST}&filter[search]=rekonstrukcija+vodovoda`),
  call('filter search, a word and a place', `${LIST}&filter[search]=vodovoda+bajina`),
  call('filter search, a rare word', `${LIST}&filter[search]=bajina`),
  call('filter search, a word of none', `${LIST}&filter[search]=zzyzx`),
  call('filter search, frequent words and one of none', `${LIST}&filter[search]=vodovoda+zzyzx`),
  call('waiting for me', `${LIST}&waitingForMe=true`),
  call('followed', `${LIST}&followed=true`),
  ...Object.entries(OTHER_LISTS).map(([name, path]) => call(name, path)),
  call('dashboard', 'dashboard', { main: true }),
  call('tasks', 'dashboard/tasks', { main: true }),
  call('header search', 'search?q=bajina', { main: true }),
  call('header search, a word of many', 'search?q=vodovoda'),
  call('header search, two words', 'search?q=rekonstrukcija+vodovoda'),
  call('header search, a word and a place', 'search?q=vodovoda+bajina'),
];

/** A project that the user sees: of their own organization, or any if they see all. */
export interface SeenProject {
  code: string;
  sector: number;
}

/** The calls of a user, with a project that they see; a user without one uses any sector and opens no project. */
export const callsOfWhoSees = (seen: SeenProject | undefined): BenchCall[] => [
  ...BENCH_CALLS.map(({ path, ...rest }) => ({
    ...rest,
    path: path.replace(SEEN_SECTOR, String(seen?.sector ?? SAMPLES.integer)),
  })),
  ...(seen ? [call('project details', `projects/${seen.code}`, { main: true })] : []),
];

/** One account of each role. */
export const BENCH_LOGINS: readonly string[] = [
  ...new Map(DEMO_ACCOUNTS.map(({ roleId, login }) => [roleId, login])).values(),
];
