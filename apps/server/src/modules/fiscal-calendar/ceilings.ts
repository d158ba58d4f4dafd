import { sql } from 'kysely';
import type { Ceiling, CeilingInput } from '@pimis/contract/portfolio/calendar';
import { fromHundredths, toHundredths } from '@pimis/domain/money/decimal';
import { isOfferedSource } from '@pimis/domain/portfolio/source-text';
import { type AuditOrigin, audit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';

/** With the year the key of an advisory lock, because a ceiling without a value has no row to lock. */
export const CEILING_LOCK = 7_136_451;

type Row = Omit<Ceiling, 'changedDate'> & { changedAt: Date };

const toCeiling = ({ changedAt, ...row }: Row): Ceiling => ({ ...row, changedDate: changedAt.toISOString() });

const COLUMNS = sql`ceilings.year, ceilings.source, ceilings.sector, ceilings.amount::text as amount,
  ceilings.revision, ceilings.changed_at as "changedAt", users.name as "changedUser"`;

/** All ceilings, those of all sectors before those of one. */
export async function ceilingsInForce(db: Database | Tx): Promise<Ceiling[]> {
  const { rows } = await sql<Row>`
    select ${COLUMNS} from fiscal_ceilings ceilings
    join published.users users on users.id = ceilings.changed_by
    where ceilings.amount is not null
    order by ceilings.year, ceilings.source, ceilings.sector nulls first`.execute(db);
  return rows.map(toCeiling);
}

async function ceilingOf(tx: Tx, { year, source, sector }: CeilingValue): Promise<(Row & { id: number }) | undefined> {
  const { rows } = await sql<Row & { id: number }>`
    select ceilings.id, ${COLUMNS} from fiscal_ceilings ceilings
    join published.users users on users.id = ceilings.changed_by
    where ceilings.year = ${year}::integer and ceilings.source = ${source}
      and ceilings.sector is not distinct from ${sector}::integer
    for update of ceilings`.execute(tx);
  return rows[0];
}

/** A source that no form offers can only have a ceiling if an approved project needs it. Error: ValidationError. */
async function requireSource(tx: Tx, source: string): Promise<void> {
  if (isOfferedSource(source)) return;
  const needed = await tx
    .selectFrom('published.project_needs')
    .select('source')
    .where('source', '=', source)
    .limit(1)
    .execute();
  if (needed.length === 0) throw invalidFields({ source: 'InvalidField' });
}

type Found = Awaited<ReturnType<typeof ceilingOf>>;
type CeilingValue = Omit<CeilingInput, 'revision'>;
/** In whose name a ceiling is kept. */
type Setter = Pick<CurrentUser, 'id' | 'name'>;

async function lockedCeiling(tx: Tx, place: CeilingValue): Promise<Found> {
  await sql`select pg_advisory_xact_lock(${CEILING_LOCK}, ${place.year}::integer)`.execute(tx);
  return ceilingOf(tx, place);
}

/**
 * Sets or removes a ceiling. Errors: CeilingConflict with the present one if it is not of the shown revision;
 * ValidationError.
 */
export async function setCeiling(
  context: Context,
  user: Setter,
  input: CeilingInput,
  origin: AuditOrigin,
): Promise<Ceiling> {
  return context.db.transaction().execute(async (tx) => {
    const before = await lockedCeiling(tx, input);
    if ((before?.revision ?? 0) !== input.revision) {
      const { id: _, ...present } = before ?? { id: 0 };
      throw new ApiError('CeilingConflict', { payload: before ? toCeiling(present as Row) : null });
    }
    return writeCeiling(context, tx, user, before, input, origin);
  });
}

/** Sets a ceiling without comparing revisions, in the caller's transaction. Error: ValidationError. */
export async function overwriteCeiling(
  context: Context,
  tx: Tx,
  user: Setter,
  input: CeilingValue,
  origin: AuditOrigin,
): Promise<void> {
  await writeCeiling(context, tx, user, await lockedCeiling(tx, input), input, origin);
}

async function writeCeiling(
  context: Context,
  tx: Tx,
  user: Setter,
  before: Found,
  input: CeilingValue,
  origin: AuditOrigin,
): Promise<Ceiling> {
  if (!before) await requireSource(tx, input.source);
  const amount = input.amount === null ? null : fromHundredths(toHundredths(input.amount) ?? 0n);
  if (before && before.amount === amount) {
    const { id: _, ...present } = before;
    return toCeiling(present);
  }
  const { year, source, sector } = input;
  const at = context.now();
  const changed = { amount, revision: (before?.revision ?? 0) + 1, changed_by: user.id, changed_at: at };
  const { id } = before
    ? await tx
        .updateTable('fiscal_ceilings')
        .set(changed)
        .where('id', '=', before.id)
        .returning('id')
        .executeTakeFirstOrThrow()
    : await tx
        .insertInto('fiscal_ceilings')
        .values({ year, source, sector, ...changed })
        .returning('id')
        .executeTakeFirstOrThrow();
  await tx
    .insertInto('fiscal_ceiling_revisions')
    .values({ ceiling_id: id, ...changed })
    .execute();
  const place = { year, source, sector };
  await audit(tx, origin, {
    operation: 'ceiling.set',
    subjectType: 'ceiling',
    subjectId: id,
    detail: {
      before: before ? { ...place, amount: before.amount } : null,
      after: { ...place, amount },
    },
  });
  return { ...place, amount, revision: changed.revision, changedDate: at.toISOString(), changedUser: user.name };
}

/** Every value that a ceiling has had, the newest first. */
export async function ceilingHistory(
  db: Database,
  place: { year: number; source: string; sector: number | null },
): Promise<Ceiling[]> {
  const { rows } = await sql<Row>`
    select own.year, own.source, own.sector, ceilings.amount::text as amount, ceilings.revision,
           ceilings.changed_at as "changedAt", users.name as "changedUser"
    from fiscal_ceilings own
    join fiscal_ceiling_revisions ceilings on ceilings.ceiling_id = own.id
    join published.users users on users.id = ceilings.changed_by
    where own.year = ${place.year}::integer and own.source = ${place.source}
      and own.sector is not distinct from ${place.sector}::integer
    order by ceilings.revision desc`.execute(db);
  return rows.map(toCeiling);
}

/** A ceiling of all sectors whose amount has changed. */
export interface ChangedCeiling {
  year: number;
  source: string;
  amount: string | null;
  /** All amounts in force since the given instant; null for a time without one. */
  had: (string | null)[];
}

/** Ceilings of all sectors whose amount was changed after an instant. */
export async function ceilingsChangedSince(db: Database, since: Date): Promise<ChangedCeiling[]> {
  const { rows } = await sql<ChangedCeiling>`
    select entered.year, entered.source, entered.amount::text as amount, past.had
    from fiscal_ceilings entered
    cross join lateral (
      select json_agg(revisions.amount::text)
               filter (where revisions.until > ${since} or revisions.until is null)
             as amounts, min(revisions.changed_at) as first
      from (select amount, changed_at, lead(changed_at) over (order by revision) as until
            from fiscal_ceiling_revisions where ceiling_id = entered.id) revisions) known
    cross join lateral (
      select case when known.first > ${since} then (known.amounts::jsonb || 'null'::jsonb)::json
                  else known.amounts end as had) past
    where entered.sector is null and entered.changed_at > ${since}`.execute(db);
  return rows;
}
