import type { OpenDataIndex, OpenDataQuery } from '@pimis/contract/open-data';
import { isDay } from '@pimis/domain/dates/dates';
import type { Context } from '../../platform/context.ts';
import { today } from '../../platform/context.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';
import type { PublicFacts } from './facts.ts';
import { ownSectors } from './mapping/classification.ts';
import type { Oc4idsProject } from './mapping/oc4ids.ts';
import { packageOf, type ProjectPackage, publisherOf, publishing, readProjects } from './package.ts';
import type { PublicFilter } from './filter.ts';
import { modifiedAt } from './modified.ts';
import { publicChangedAt } from './public-version.ts';
import { readAllTotals } from './public-totals.ts';
import { countPublic, countWithheld, districtsOf, pageOfPublic, publicIdOf } from './queries.ts';

const FIRST_PAGE = 1;
const PER_PAGE = 20;

/** An answer with its Last-Modified. */
export interface Dated<Answer> {
  answer: Answer;
  modified: Date | null;
}

const dayPart = (text: string) => text.slice(0, 'YYYY-MM-DD'.length);

/** Parses a day or an instant of ISO 8601; null for anything else. */
function readSince(text: string): Date | null {
  if (text.length === dayPart(text).length) return isDay(text) ? new Date(`${text}T00:00:00Z`) : null;
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/.test(text)) return null;
  const at = new Date(text);
  return isDay(dayPart(text)) && !Number.isNaN(at.getTime()) ? at : null;
}

/** Errors: ValidationError for an impossible day or a district that does not exist. */
export async function filterOf(context: Context, query: OpenDataQuery): Promise<PublicFilter> {
  const updatedSince = query.updatedSince === undefined ? undefined : readSince(query.updatedSince);
  if (updatedSince === null) throw invalidFields({ updatedSince: 'InvalidField' });
  if (query.region !== undefined) {
    const districts = await districtsOf(context.db);
    if (!districts.some(({ code }) => code === query.region)) throw invalidFields({ region: 'InvalidField' });
  }
  return {
    sectors: query.sector === undefined ? undefined : ownSectors(query.sector),
    status: query.status,
    district: query.region,
    body: query.body,
    updatedSince,
    text: query.text,
    valueFrom: query.valueFrom,
    valueTo: query.valueTo,
    lateAt: query.late === 'true' ? today(context) : undefined,
  };
}

function addressOf(root: string, query: OpenDataQuery, page: number): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, page })) parameters.set(name, String(value));
  parameters.sort();
  return `${root}/projects?${parameters.toString()}`;
}

/** The number of projects and their last change; without a filter, the stored figures. */
async function countOf(context: Context, filter: PublicFilter) {
  if (Object.values(filter).some((value) => value !== undefined)) return countPublic(context.db, filter);
  const { all, changedAt } = await readAllTotals(context);
  return { projects: all.pages, changedAt };
}

/** A page of public projects. Errors: ValidationError, also for a page after the last. */
export async function readPage(context: Context, query: OpenDataQuery): Promise<Dated<ProjectPackage>> {
  const { root } = publishing(context);
  const filter = await filterOf(context, query);
  const page = query.page ?? FIRST_PAGE;
  const perPage = query.perPage ?? PER_PAGE;
  const offset = (page - 1) * perPage;
  const { projects: total, changedAt } = await countOf(context, filter);
  if (page > FIRST_PAGE && offset >= total) throw invalidFields({ page: 'InvalidField' });
  const ids = await pageOfPublic(context.db, filter, { offset, limit: perPage, sort: query.sort });
  const projects = await readProjects(context, context.db, ids);
  const answer = packageOf(context, {
    uri: addressOf(root, query, page),
    publisher: await publisherOf(context.db),
    projects: projects.map(({ project }) => project),
    changedAt,
  });
  const links = {
    ...(offset + perPage < total ? { next: addressOf(root, query, page + 1) } : {}),
    ...(page > FIRST_PAGE ? { prev: addressOf(root, query, page - 1) } : {}),
  };
  return {
    answer: Object.keys(links).length > 0 ? { ...answer, links } : answer,
    // Includes withholding, which removes a project from a list without changing the others.
    modified: modifiedAt(context, [changedAt, await publicChangedAt(context.db)]),
  };
}

/**
 * A public project by its identifier. Null, after the same reading, whether the project is undecided, withheld or does
 * not exist.
 */
export async function findPublic(
  context: Context,
  id: string,
): Promise<{ facts: PublicFacts; project: Oc4idsProject } | null> {
  const { prefix } = publishing(context);
  const known = await publicIdOf(context.db, id.startsWith(`${prefix}-`) ? id.slice(prefix.length + 1) : '');
  if (known === null) return null;
  const [found] = await readProjects(context, context.db, [known]);
  return found ?? null;
}

/** The package of one project. Error: NotFound, with the same message for every reason. */
export async function readOne(context: Context, id: string): Promise<Dated<ProjectPackage>> {
  const found = await findPublic(context, id);
  if (!found) throw new ApiError('NotFound');
  const { root } = publishing(context);
  const { changedAt } = found.facts;
  const publisher = await publisherOf(context.db);
  const parts = { uri: `${root}/projects/${found.project.id}`, publisher, projects: [found.project], changedAt };
  return { answer: packageOf(context, parts), modified: modifiedAt(context, [changedAt]) };
}

/** The index: counts, licence, last change, and links to the calls and files. */
export async function readIndex(context: Context): Promise<Dated<OpenDataIndex>> {
  const { prefix, root } = publishing(context);
  const { all, changedAt } = await readAllTotals(context);
  const { projects } = all;
  const answer = {
    standard: 'OC4IDS',
    version: '0.9.5',
    prefix,
    publisher: await publisherOf(context.db),
    license: context.config.openDataLicense,
    counts: { projects, withheld: await countWithheld(context.db) },
    updated: changedAt?.toISOString() ?? null,
    projects: `${root}/projects`,
    files: ['projects.ndjson.gz', 'projects.csv', 'observations.csv', 'catalog.jsonld', 'feed.atom'].map(
      (name) => `${root}/${name}`,
    ),
  };
  return { answer, modified: modifiedAt(context, [changedAt, await publicChangedAt(context.db)]) };
}
