import { type RawBuilder, sql } from 'kysely';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { waitingFor } from '@pimis/domain/workflow/whose-turn';
import type { CurrentUser } from '../../platform/current-user.ts';

/** "A project waits for me" as one SQL condition, from the rules of whose turn it is. */
export function waitingCondition(user: CurrentUser): RawBuilder<boolean> {
  const states = waitingFor(user);
  if (states.length === 0) return sql<boolean>`false`;
  const conditions = states.map((state) => {
    const parts = [sql`projects.phase = ${state.phase} and projects.phase_status = ${state.status}`];
    if (state.side === 'own') parts.push(sql`projects.organization_id = ${user.organizationId}`);
    if (state.side === 'proposer') parts.push(sql`projects.proposer_organization_id = ${user.organizationId}`);
    if (state.foreignFunds !== null) parts.push(sql`projects.foreign_funds = ${state.foreignFunds}`);
    const open = sql`projects.open_turns && ${sql.val([...state.keys])}::text[]`;
    parts.push(state.declared ? sql`(projects.open_turns is null or ${open})` : open);
    if (state.notSender) parts.push(sql`projects.sent_by is distinct from ${user.id}`);
    return sql`(${sql.join(parts, sql` and `)})`;
  });
  return sql<boolean>`(projects.status = ${sql.lit(PROJECT_STATUS.pending)} and (${sql.join(conditions, sql` or `)}))`;
}
