import type { FirstStep, SearchHit } from '@pimis/contract/dashboard';
import { can } from '@pimis/domain/access/policies';
import { days, nextQuarter, quarterOf, quarterStart } from '@pimis/domain/dates/dates';
import { searchWords } from '@pimis/domain/text/search';
import { type Context, dayOf, today } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { readingFor } from '../../platform/database/read-replica.ts';
import { findHits, type Wanted } from './global-search.ts';
import { longestAssignedSince } from '../projects/assigned-to-me.ts';
import {
  countProjects,
  findFirstSteps,
  findPostponed,
  findRegistrations,
  findSessions,
  findSurroundings,
} from './queries.ts';

const POSTPONED_SHOWN = 5;
const SESSIONS_SHOWN = 5;
const REGISTRATIONS_SHOWN = 20;
/** Entries without a day come last. */
const WITHOUT_DAY = Number.MAX_SAFE_INTEGER;
/** In the order in which the steps depend on each other. */
const FIRST_STEPS: readonly FirstStep[] = ['codeTables', 'reviewers', 'organizations', 'users'];
const HITS_SHOWN = 12;
const OTHERS_SHOWN = 5;
const SEARCHED_FROM_LETTERS = 2;

/** Requests of organizations are tasks only for users who decide on them and have access to all organizations. */
function decidesOnRegistrations(user: CurrentUser): boolean {
  return can(user, 'organization.viewAll') && can(user, 'organization.resolve');
}

/** The user's organization and role, and the numbers of visible projects and tasks. */
export async function overviewOf(context: Context, user: CurrentUser) {
  const day = today(context);
  const [counts, longest, row, postponed, sessions, steps, waiting] = await Promise.all([
    countProjects(context.db, user, context.now()),
    longestAssignedSince(context.db, user, context.now()),
    findSurroundings(context.db, user),
    findPostponed(context.db, user, day, POSTPONED_SHOWN),
    findSessions(context.db, user, SESSIONS_SHOWN),
    user.claims.has('Admin') ? findFirstSteps(context.db) : null,
    decidesOnRegistrations(user) ? findRegistrations(context.db, REGISTRATIONS_SHOWN) : [],
  ]);
  const from = (end: string) => ({ day: end, days: days(day, end) });
  const quarter = {
    kind: 'quarter' as const,
    ...from(quarterStart(nextQuarter(quarterOf(day)))),
    project: null,
    list: null,
  };
  const ends = postponed.map(({ code, name, day: end }) => ({
    kind: 'postponed' as const,
    ...from(end),
    project: { code, name },
    list: null,
  }));
  const lists = sessions.map(({ id: _id, day: session, ...list }) => ({
    kind: session === null ? ('list' as const) : ('session' as const),
    ...(session === null ? { day: null, days: null } : from(session)),
    project: null,
    list,
  }));
  const { created_at, roleName, roleDescription, lists: undecided, users, ...organization } = row;
  return {
    organization: { ...organization, createdDate: created_at.toISOString() },
    user: { name: user.name, login: user.login, roleName, roleDescription },
    firstSteps:
      steps && FIRST_STEPS.some((key) => !steps[key]) ? FIRST_STEPS.map((key) => ({ key, done: steps[key] })) : null,
    registrations: waiting.map(({ id, name, waitingSince }) => ({
      id,
      name,
      waitingSince: waitingSince.toISOString(),
      days: Math.max(0, days(dayOf(waitingSince), day)),
    })),
    counts: {
      ...counts,
      tasks: counts.tasks + (waiting[0]?.total ?? 0),
      waitingProjects: counts.tasks,
      longestWait: longest && Math.max(0, days(dayOf(longest), day)),
      lists: undecided,
      users,
    },
    deadlines: [quarter, ...ends, ...lists].sort((a, b) => (a.days ?? WITHOUT_DAY) - (b.days ?? WITHOUT_DAY)),
  };
}

/** Projects, organizations and documents by a few letters; at least two are needed. */
export async function searchEverything(context: Context, user: CurrentUser, wanted: Wanted): Promise<SearchHit[]> {
  if (searchWords(wanted.text).join('').length < SEARCHED_FROM_LETTERS) return [];
  const { db } = await readingFor(context, user);
  return findHits(db, user, wanted, today(context), { projects: HITS_SHOWN, others: OTHERS_SHOWN });
}
