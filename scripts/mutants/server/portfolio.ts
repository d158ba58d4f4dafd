import { of } from './server-mutant.ts';

const PORTFOLIO = ['modules/portfolio/portfolio'];

/** What the portfolio shows of which projects. */
export const PORTFOLIO_VIEWS = [
  ...of('modules/portfolio/scope.ts', PORTFOLIO, [
    ["if (query.status === 'archived' && !can(user, 'project.archivedList')) throw new ApiError('Forbidden');", ''],
    ["if (paged !== undefined) throw invalidFields({ [paged]: 'UnknownField' });", ''],
    ['sql.join([scope, ...filters], sql` and `)', 'sql.join([...filters, sql`true`], sql` and `)'],
    ['sql.join([scope, ...filters], sql` and `)', 'scope'],
  ]),
  ...of('modules/portfolio/money.ts', PORTFOLIO, [
    ['from ${source} where ${condition}) seen', 'from ${source}) seen'],
    ['select quarters.year, quarters.quarter, sum', 'select quarters.year, quarters.quarter % 4 + 1 as quarter, sum'],
    ['sum(quarters.planned)', 'sum(quarters.spent)'],
    ["planned: '0.00', spent: '0.00' });", "planned: '1.00', spent: '0.00' });"],
  ]),
  ...of('modules/portfolio/overview.ts', PORTFOLIO, [
    ['from ${source} where ${condition} group by 1, 2, 3, 4)', 'from ${source} group by 1, 2, 3, 4)'],
    [
      'from ${source} where ${condition} group by projects.organization_id)',
      'from ${source} group by projects.organization_id)',
    ],
    ['sum(projects.spent) as spent', 'sum(projects.total_value) as spent'],
  ]),
  ...of('modules/portfolio/map.ts', PORTFOLIO, [
    ['from ${source} where ${condition} group by 1, 2)', 'from ${source} group by 1, 2)'],
    ['sum(projects.spent) as spent', 'sum(projects.total_value) as spent'],
    ['cardinality(sums.districts) > 1)', 'cardinality(sums.districts) > 0)'],
  ]),
  ...of(
    'modules/portfolio/course.ts',
    ['modules/portfolio/newest-lists'],
    [['where items.list_id = lists.id and ${condition})', 'where items.list_id = lists.id)']],
  ),
  ...of('modules/portfolio/course.ts', PORTFOLIO, [
    ['where ${condition} and entered.phase in', 'where entered.phase in'],
    ['from ${source} where ${condition} group by 1, 2, 3),', 'from ${source} group by 1, 2, 3),'],
    ['where ${condition} and items.list_id in', 'where items.list_id in'],
    ['order by counted.days)`', 'order by counted.days desc)`'],
  ]),
  ...of(
    'modules/portfolio/course.ts',
    ['modules/portfolio/passed-phases'],
    [['isPending ? taken :', 'true ? taken :']],
  ),
  ...of(
    'modules/projects/left-phases.ts',
    ['modules/portfolio/passed-phases'],
    [['.closed_at is not null\n   and', '.closed_at is not null\n   or']],
  ),
  ...of('modules/project-list/measured.ts', PORTFOLIO, [
    ['${figuresHoldOn(day)} and ${HAS_FIGURES})', '${figuresHoldOn(day)})'],
    ['${isPast ? sql`and exists', '${false ? sql`and exists'],
  ]),
  ...of(
    'modules/project-list/portfolio-filters.ts',
    [...PORTFOLIO, 'modules/portfolio/newest-lists'],
    [
      ['lists.name = ${name} ${decided})', 'lists.name = ${name})'],
      ['(coalesce(items.phase, 0), items.decision) in', '(items.phase, items.decision) in'],
      ['text > today', 'false'],
    ],
  ),
  ...of('platform/table-query.ts', PORTFOLIO, [
    [
      'return parts.map((value) => ({ ...filter, value }));',
      'return parts.slice(-1).map((value) => ({ ...filter, value }));',
    ],
    ['parts.length > MOST_PARTS', 'false'],
  ]),
  ...of('modules/earned-value/progress.ts', PORTFOLIO, [
    ['count(*) filter (where facts.pv is null)', 'count(*)'],
    [
      'from facts group by facts.organization_id ${largest}',
      'from facts where facts.sector > 1 group by facts.organization_id ${largest}',
    ],
  ]),
  ...of('modules/portfolio/money.ts', PORTFOLIO, [
    ['where exists (select from published.project_quarters quarters where quarters.project_id = seen.id)', ''],
  ]),
  ...of('modules/portfolio/overview.ts', PORTFOLIO, [
    ["projects.created_at at time zone 'Europe/Belgrade'", "projects.created_at at time zone 'UTC'"],
  ]),
  ...of(
    'modules/portfolio/overview.ts',
    ['modules/portfolio/export'],
    [['order by owned.worth desc', 'order by owned.worth']],
  ),
  ...of(
    'modules/portfolio/timeline/rows.ts',
    ['modules/portfolio/timeline/timeline'],
    [['found.length > rows', 'found.length >= rows']],
  ),
  ...of('modules/project-list/portfolio-filters.ts', PORTFOLIO, [
    ['sql<boolean>`not ${isPlanLate(day)}`', 'sql<boolean>`not ${endIsPast(day)}`'],
    ['projects.planned_end < ${day}::date', 'projects.planned_end <= ${day}::date'],
  ]),
  ...of(
    'modules/project-list/service.ts',
    ['modules/project-list/filters'],
    [
      [' && total <= limits.counted', ''],
      ['!isCapped && ', ''],
    ],
  ),
];
