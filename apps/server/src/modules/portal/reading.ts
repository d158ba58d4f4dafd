import type { Context } from '../../platform/context.ts';
import { today } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import type { PublicFacts } from '../open-data/facts.ts';
import { csvLine, type ProjectColumn } from '../open-data/files/csv.ts';
import type { Oc4idsProject } from '../open-data/mapping/oc4ids.ts';
import { publicId } from '../open-data/mapping/project.ts';
import { publishing } from '../open-data/package.ts';
import {
  readFirstRows,
  readDistricts,
  readNewestDecisions,
  readPublicBody,
  readPublicRows,
} from '../open-data/public-list.ts';
import { ofDistrict, readAllTotals, readTotals } from '../open-data/public-totals.ts';
import { filterOf, findPublic } from '../open-data/service.ts';
import { sectorName } from '../open-data/mapping/classification.ts';
import type { PortalPage } from './html.ts';
import { readListQuery } from './list-query.ts';
import { frontCharts, frontPage } from './pages/front.ts';
import { listPage, type ListQuery, PER_PAGE } from './pages/list.ts';
import { placePage } from './pages/places.ts';
import { projectPage } from './pages/project/page.ts';
import type { Words } from './words.ts';

/*
 * Reads the data of pages, only through the functions of open data. Null if the page does not exist.
 */

/** A page, and when its data changed last. */
export interface Read {
  page: PortalPage;
  changedAt: Date | null;
}

const ON_FRONT = 5;
const OF_A_PLACE = 10;

export const mapOf = (query: unknown) => ((query as { map?: unknown }).map === 'number' ? 'number' : 'worth');

export async function readFront(context: Context, words: Words, query: unknown): Promise<Read> {
  const { db } = context;
  const { prefix } = publishing(context);
  const day = today(context);
  const totals = await readAllTotals(context);
  const some = { offset: 0, limit: ON_FRONT, today: day };
  const largest = await readFirstRows(db, {}, { ...some, sort: 'value' });
  const late = await readFirstRows(db, { lateAt: day }, { ...some, sort: 'end' });
  const decisions = await readNewestDecisions(db, ON_FRONT);
  const parts = { totals, districts: await readDistricts(db), map: mapOf(query) } as const;
  const page = frontPage(words, { ...parts, largest, late, decisions, prefix });
  return { page, changedAt: totals.changedAt };
}

/** A chart of the front page as CSV; null if the chart does not exist. */
export async function readChart(context: Context, words: Words, name: string, query: unknown): Promise<string | null> {
  const parts = {
    totals: await readAllTotals(context),
    districts: await readDistricts(context.db),
    map: mapOf(query),
  } as const;
  const chart = Object.values(frontCharts(words, parts)).find((one) => one.name === name);
  if (!chart) return null;
  return csvLine(chart.head) + chart.bars.map(({ label, value }) => csvLine([label, value ?? undefined])).join('');
}

/** The filter of a URL; null if the region does not exist. */
async function filterIn(context: Context, query: ListQuery) {
  try {
    return await filterOf(context, query);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

export async function readList(context: Context, words: Words, address: unknown): Promise<Read | null> {
  const query = readListQuery(address);
  const filter = query && (await filterIn(context, query));
  if (!query || !filter) return null;
  const body = query.body === undefined ? null : await readPublicBody(context.db, query.body);
  if (body === undefined) return null;
  const { page = 1, sort = 'changed' } = query;
  const found = await readPublicRows(context.db, filter, {
    sort,
    offset: (page - 1) * PER_PAGE,
    limit: PER_PAGE,
    today: today(context),
  });
  if (page > 1 && (page - 1) * PER_PAGE >= found.total) return null;
  const { prefix } = publishing(context);
  const districts = await readDistricts(context.db);
  return {
    page: listPage(words, { query: { ...query, sort }, ...found, page, districts, body, prefix }),
    changedAt: null,
  };
}

/** Columns of a list as CSV, some of those of projects.csv. */
const COLUMNS = [
  'id',
  'code',
  'title',
  'status',
  'sector',
  'public_authority',
  'regions',
  'budget',
  'planned_end',
  'public_since',
  'updated',
] as const satisfies readonly ProjectColumn[];

/** The most lines of a list as CSV. */
const MOST_LINES = 10_000;

/** A list as CSV. */
export async function readListCsv(context: Context, address: unknown): Promise<string | null> {
  const query = readListQuery(address);
  const filter = query && (await filterIn(context, query));
  if (!query || !filter) return null;
  const rows = await readFirstRows(context.db, filter, {
    sort: query.sort ?? 'changed',
    offset: 0,
    limit: MOST_LINES,
    today: today(context),
  });
  const { prefix } = publishing(context);
  const names = new Map((await readDistricts(context.db)).map(({ code, name }) => [code, name]));
  return (
    csvLine(COLUMNS) +
    rows
      .map((row) => {
        const cells: Record<(typeof COLUMNS)[number], string | number | undefined> = {
          id: publicId(prefix, row.number),
          code: row.code,
          title: row.title,
          status: row.status,
          sector: sectorName(row.sector),
          public_authority: row.organization,
          regions: row.districts.map((code) => names.get(code) ?? code).join('; '),
          budget: row.value === null ? undefined : Number(row.value),
          planned_end: row.plannedEnd ?? undefined,
          public_since: row.since,
          updated: row.changedAt.toISOString(),
        };
        return csvLine(COLUMNS.map((column) => cells[column]));
      })
      .join('')
  );
}

export async function readProject(context: Context, words: Words, id: string): Promise<Read | null> {
  const found = await findPublic(context, id);
  return found && { page: await pageOfProject(context, words, found), changedAt: found.facts.changedAt };
}

/** The page of a project from its facts, which may be those of a preview. */
export async function pageOfProject(
  context: Context,
  words: Words,
  { facts, project }: { facts: PublicFacts; project: Oc4idsProject },
): Promise<PortalPage> {
  const districts = new Map((await readDistricts(context.db)).map(({ code, name }) => [name, code]));
  return projectPage({ words, facts, project, districts, today: today(context) });
}

async function readPlace(
  context: Context,
  words: Words,
  kind: 'region' | 'body',
  { id, name }: { id: string; name: string },
): Promise<Read> {
  const filter = kind === 'region' ? { district: id } : { body: id };
  const day = today(context);
  const totals =
    kind === 'region' ? ofDistrict(await readAllTotals(context), id) : await readTotals(context.db, filter, day);
  const rows = await readFirstRows(context.db, filter, {
    sort: 'value',
    offset: 0,
    limit: OF_A_PLACE,
    today: day,
  });
  const { prefix } = publishing(context);
  return { page: placePage(words, { kind, id, name, totals, rows, prefix }), changedAt: totals.changedAt };
}

export async function readRegion(context: Context, words: Words, code: string): Promise<Read | null> {
  const district = (await readDistricts(context.db)).find((one) => one.code === code);
  return district ? readPlace(context, words, 'region', { id: code, name: district.name }) : null;
}

export async function readBody(context: Context, words: Words, id: string): Promise<Read | null> {
  const body = await readPublicBody(context.db, id);
  return body ? readPlace(context, words, 'body', body) : null;
}
