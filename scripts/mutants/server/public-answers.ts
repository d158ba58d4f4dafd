import { of } from './server-mutant.ts';

const CALLS = ['modules/open-data/open-data'];
const FACTS = ['modules/open-data/public-facts'];
const FILES = ['modules/open-data/files/files'];
const PORTAL = ['modules/portal/portal'];
const PREVIEW = ['modules/portal/preview'];

/** What open data and the portal answer of public projects, and who withholds one. */
export const PUBLIC_ANSWERS = [
  ...of('modules/open-data/queries.ts', CALLS, [
    ['and (own.link_expires_on is null or own.link_expires_on >= ${today}::date)', ''],
    ['own.link_expires_on >= ${today}::date', 'own.link_expires_on > ${today}::date'],
    ['order by wanted.place`', 'order by wanted.place desc`'],
  ]),
  ...of('modules/open-data/filter.ts', CALLS, [
    ['changed_at >= ${updatedSince}', 'changed_at > ${updatedSince}'],
    ['parts.push(sql<boolean>`status = ${status}`)', 'parts.push(sql<boolean>`true`)'],
    ['districts @> array[${district}::text]', 'true'],
    ["(status = 'implementation' and planned_end", '(planned_end'],
    ['planned_end < ${today}::date', 'planned_end <= ${today}::date'],
    ['value >= ${valueFrom}::numeric', 'value > ${valueFrom}::numeric'],
    ['value <= ${valueTo}::numeric', 'value < ${valueTo}::numeric'],
    ['organization_id = ${body}', 'true'],
  ]),
  ...of('modules/open-data/service.ts', CALLS, [
    ['offset + perPage < total', 'offset + perPage <= total'],
    ['page > FIRST_PAGE && offset >= total', 'page > FIRST_PAGE && offset > total'],
    ['some((value) => value !== undefined)', 'every((value) => value !== undefined)'],
    ['id.startsWith(`${prefix}-`) ? id', 'true ? id'],
  ]),
  ...of('modules/open-data/public-list.ts', FACTS, [
    ['where decisions.decision = 1 and decisions.type', 'where decisions.type'],
    ['[LIST.idea, LIST.identification, LIST.preparedness, LIST.correction]', '[LIST.identification]'],
    ['and decisions.type = any(${[...OF_PROJECTS]}::smallint[])', ''],
    ['decisions.decided_at desc, decisions.project_id', 'decisions.decided_at, decisions.project_id'],
  ]),
  ...of('modules/open-data/public-list.ts', PORTAL, [
    ['and exists (select from published.public_projects projects where projects.organization_id = bodies.id)', ''],
  ]),
  ...of('modules/open-data/public-totals.ts', PORTAL, [
    ['count(*) filter (where ${lateCondition(day)})', 'count(*)'],
    ['if (known?.version === version) return known.totals;', 'if (known) return known.totals;'],
  ]),
  ...of('modules/open-data/publicity.ts', PREVIEW, [
    ['items.decision is null and', ''],
    ['forms.status in (${FORM_STATUS.locked}, ${FORM_STATUS.marked})', 'true'],
    ['and projects.status <> ${PROJECT_STATUS.archived}', ''],
    ['where not exists (select from published.public_since known where known.project_id = projects.id)', ''],
    ['and own.returned_at is null) as withheld', ') as withheld'],
    ['where own.returned_at is null order', 'order'],
  ]),
  ...of('modules/open-data/preview.ts', PREVIEW, [
    ["publicSince === null ? 'notYet' : 'public'", "'public'"],
    [
      'throw new RolledBack<Preview | null>(found ? { state, ...found } : null);',
      'return found ? { state, ...found } : null;',
    ],
  ]),
  ...of('platform/entity-tag.ts', CALLS, [["tag.trim().replace(/^W\\//, '') === etag", 'tag.trim() === etag']]),
  ...of('modules/open-data/cached-answer.ts', CALLS, [
    ['<= Date.parse(since)', '< Date.parse(since)'],
    [': namesTag(tags, etag)', ': true'],
  ]),
  ...of('modules/open-data/files/making.ts', FILES, [
    ['if (isNew && last.version === version && last.failedAt === null) return;', ''],
    ['last.version === version &&', ''],
  ]),
  ...of('modules/open-data/withholding.ts', CALLS, [
    ["where('returned_at', 'is', null)\n", "where('returned_at', 'is not', null)\n"],
    ["if ((known !== undefined) === input.withheld) throw new ApiError('InvalidProjectAction');", ''],
    ["if (reason === '') throw invalidFields({ reason: 'EmptyField' });", ''],
    ['before: { withheld: !input.withheld },', ''],
  ]),
  ...of('modules/open-data/queries.ts', FACTS, [
    ['desc limit 1)`)} as proposer', 'limit 1)`)} as proposer'],
    ["and forms.facts ->> 'proposer' <> ''", ''],
    [
      'order by forms.approved_at desc, forms.form_id desc limit 1) newest',
      'order by forms.approved_at limit 1) newest',
    ],
  ]),
];
