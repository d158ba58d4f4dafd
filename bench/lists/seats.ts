import { type Claim, CLAIMS } from '@pimis/domain/access/claims';
import { projectScope } from '@pimis/domain/access/policies';
import { tokenOf } from '../measuring.ts';
import { type BenchCall, callsOfWhoSees, type SeenProject } from './calls.ts';
import { type BenchRequest, addressOf } from './measure.ts';
import type { Site } from './site.ts';

/** Refusals that a role may get. */
const FORBIDDEN = 403;

/** A signed-in user at a site, with the measured calls. */
export interface Seat {
  site: Site;
  login: string;
  headers: Record<string, string>;
  calls: readonly BenchCall[];
}

/** Signs a user in; the calls are those that contain the given text and are permitted. */
export async function seatAt(site: Site, login: string, part: string): Promise<Seat> {
  const headers = { authorization: `Bearer ${await tokenOf(site.product, login)}` };
  return { site, login, headers, calls: await callsOf(site, headers, part) };
}

/** The permitted calls of all users, and a project that each sees. */
async function callsOf(site: Site, headers: Record<string, string>, part: string): Promise<readonly BenchCall[]> {
  const page = await fetch(`${site.product}/api/projects/paged?perPage=1`, { headers });
  if (!page.ok && page.status !== FORBIDDEN)
    throw new Error(`No page of projects: ${page.status} ${await page.text()}`);
  const { payload } = (await page.json()) as { payload: SeenProject[] | null };
  const made: BenchCall[] = [];
  for (const call of callsOfWhoSees(payload?.[0]).filter(({ name }) => name.includes(part))) {
    const answer = await fetch(addressOf(`${site.product}/api/${call.path}`), { headers });
    await answer.arrayBuffer();
    if (answer.status !== FORBIDDEN) made.push(call);
  }
  return made;
}

/** The request of a user's call. */
export const requestFrom = ({ site, headers }: Pick<Seat, 'site' | 'headers'>, { path }: BenchCall): BenchRequest => ({
  url: `${site.product}/api/${path}`,
  headers,
});

/** The organization whose projects a user sees, or null for all. */
export async function scopeOf({ site: { db }, login }: Seat): Promise<string | null> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'organization_id', 'role_id'])
    .where('login', '=', login)
    .executeTakeFirstOrThrow();
  const claims = await db.selectFrom('role_claims').select('claim').where('role_id', '=', user.role_id).execute();
  const held = new Set(claims.map(({ claim }) => claim));
  const scope = projectScope({
    id: user.id,
    organizationId: user.organization_id,
    claims: new Set((Object.keys(CLAIMS) as Claim[]).filter((claim) => held.has(claim))),
  });
  return scope.kind === 'all' ? null : user.organization_id;
}
