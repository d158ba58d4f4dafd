import { sql } from 'kysely';
import type { ListedNotice, Notice } from '@pimis/contract/notices';
import type { Database, Tx } from '../../platform/database/database.ts';
import { applyFilters, applyPage, readTableQuery, type TableFields } from '../../platform/lists/table-query.ts';

const MAX_SHOWN = 20;

const FIELDS: TableFields = {
  search: {
    column: 'notices.title',
    kind: 'text',
    searchColumn: '(pimis_words(notices.title) || pimis_words(notices.text))',
  },
  title: { column: 'notices.title', kind: 'text', sortable: true },
  startDate: { column: 'notices.start_date', kind: 'date', sortable: true },
  endDate: { column: 'notices.end_date', kind: 'date', sortable: true },
  priority: { column: 'notices.priority', kind: 'integer', sortable: true },
};

/** Changes with every change of the row. */
const REVISION = sql<string>`notices.xmin::text`.as('revision');

function notices(db: Database | Tx) {
  return db
    .selectFrom('notices')
    .select([
      'id',
      'title',
      'text',
      'title_en as titleEn',
      'text_en as textEn',
      'start_date as startDate',
      'end_date as endDate',
      'priority',
    ])
    .select([
      sql<string | null>`to_char(time_from, 'HH24:MI')`.as('timeFrom'),
      sql<string | null>`to_char(time_to, 'HH24:MI')`.as('timeTo'),
    ]);
}

/** Notices that are current at a time of a day (HH:MM), the most important first; those with hours only in these. */
export function currentNotices(db: Database, day: string, time: string): Promise<Notice[]> {
  return notices(db)
    .where('start_date', '<=', day)
    .where('end_date', '>=', day)
    .where(sql<boolean>`coalesce(time_from <= ${time}::time, true) and coalesce(time_to > ${time}::time, true)`)
    .orderBy('priority')
    .orderBy('start_date', 'desc')
    .orderBy('id')
    .limit(MAX_SHOWN)
    .execute();
}

/** Notices that have not ended on a day, held until the transaction ends. */
export function lockComingNotices(tx: Tx, day: string): Promise<Notice[]> {
  return notices(tx)
    .where('end_date', '>=', day)
    .orderBy('start_date')
    .orderBy('title')
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Every notice, including past and future ones. */
export async function listNotices(
  db: Database,
  query: Record<string, string>,
): Promise<{ rows: ListedNotice[]; totalRows: number }> {
  const list = readTableQuery(query, FIELDS);
  const { total } = await applyFilters(db.selectFrom('notices'), list, FIELDS)
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow();
  const rows = await applyPage(applyFilters(notices(db).select(REVISION), list, FIELDS), list, FIELDS, {
    sortBy: 'startDate',
    descending: true,
    tieBreaker: 'notices.id',
  }).execute();
  return { rows, totalRows: total };
}

/** A notice, held until the transaction ends. */
export function lockNotice(tx: Tx, id: number) {
  return notices(tx).select(REVISION).where('id', '=', id).forUpdate().executeTakeFirst();
}

type Values = Omit<Notice, 'id'>;

const columnsOf = (values: Values) => ({
  title: values.title,
  text: values.text,
  title_en: values.titleEn,
  text_en: values.textEn,
  start_date: values.startDate,
  end_date: values.endDate,
  time_from: values.timeFrom,
  time_to: values.timeTo,
  priority: values.priority,
});

export async function insertNotice(tx: Tx, values: Values, createdBy: number | null): Promise<number> {
  const { id } = await tx
    .insertInto('notices')
    .values({ ...columnsOf(values), created_by: createdBy })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function writeNotice(tx: Tx, id: number, values: Values): Promise<void> {
  await tx.updateTable('notices').set(columnsOf(values)).where('id', '=', id).execute();
}

export async function removeNotice(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('notices').where('id', '=', id).execute();
}
