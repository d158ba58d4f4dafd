import { of } from './server-mutant.ts';

/** Who sees, gets and is mailed which reports and exports. */
export const REPORTS = [
  ...of('modules/reports/archives.ts', ['modules/reports/exports'], [['.filter((form) => form.lastRevision > 0)', '']]),
  ...of(
    'modules/reports/export-routes.ts',
    ['modules/reports/exports'],
    [['await findProject(context.db, user, params.projectCode);', '']],
  ),
  ...of(
    'modules/reports/board/report-subscriptions.ts',
    ['modules/reports/board/board-files'],
    [
      ["where wanted.kind = 'mail' and", 'where'],
      ['and users.status = ${USER_STATUS.active}', ''],
      ["and held.claim = 'Admin')", ')'],
    ],
  ),
  ...of(
    'modules/reports/board/paper-work.ts',
    ['modules/reports/board/board-files'],
    [["!user || !can(user, 'report.board')", '!user']],
  ),
  ...of(
    'modules/reports/board/as-of-date-rows.ts',
    ['modules/reports/board/board-reports'],
    [
      [' or was.proposer_organization_id = ${request.organizationId})', ')'],
      ['visibleProjects(request.user),\n', '', 'Administrators alone see board reports, and they see all projects.'],
    ],
  ),
  ...of(
    'modules/reports/project-table.ts',
    ['modules/reports/reports'],
    [['and was.status in (${sql.join([...TABLE_EXPORTS[kind].statuses])})', '']],
  ),
  ...of(
    'modules/reports/summary.ts',
    ['modules/reports/summary'],
    [['decisions.findLast(({ decision }) => decision !== null)', 'decisions.at(-1)']],
  ),
];
