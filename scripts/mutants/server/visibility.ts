import { of } from './server-mutant.ts';

const ACCESS = ['modules/projects/access'];

/** Which projects a user sees. */
export const VISIBILITY = [
  ...of('modules/projects/visibility.ts', ACCESS, [
    ["if (scope.kind === 'all') return sql<boolean>`true`;", "if (scope.kind === 'all') return sql<boolean>`false`;"],
    ["if (scope.kind === 'none') return sql<boolean>`false`;", "if (scope.kind === 'none') return sql<boolean>`true`;"],
    ['scope.evaluates ? sql`` : sql`and access.involved`', 'sql``'],
    ['scope.evaluates ? sql`` : sql`and access.involved`', 'sql`and access.involved`'],
    ['where access.viewer_id =', 'where access.viewer_id <>'],
    ['projects.id in (', 'projects.id not in ('],
    ['scope.evaluates ? sql`` : sql`and projects.involved`', 'sql``'],
    ['scope.evaluates ? sql`` : sql`and projects.involved`', 'sql`and projects.involved`'],
    ['(projects.viewer_id =', '(projects.viewer_id <>'],
  ]),
  ...of(
    'modules/projects/visibility.ts',
    ['permissions'],
    [[".where('code', '=', code).where(visibleProjects(user));", ".where('code', '=', code);"]],
  ),
  ...of('modules/projects/visibility.ts', ACCESS, [
    [
      `.where(sql<boolean>\`code = any(\${[...codes]}::citext[])\`)
    .where(visibleProjects(user))`,
      '.where(sql<boolean>`code = any(${[...codes]}::citext[])`)',
    ],
    ['rows.length !== codes.length', 'rows.length === 0'],
  ]),
  ...of(
    'modules/projects/observers.ts',
    ['modules/project-page/options/options'],
    [
      [
        `.where('project_id', '=', projectId)
    .where(sql<boolean>\`(id::text`,
        '.where(sql<boolean>`(id::text',
      ],
      ['and organization_id not in (${to.organizationId}::text, ${to.proposerOrganizationId}::text)', ''],
      ["typeof id === 'number'", "typeof id === 'string'"],
    ],
  ),
  ...of('migrations/functions/refresh_project_visibility.sql', ACCESS, [
    ['perform from projects where id = any(ids) order by id for no key update;', ''],
    ['access.viewer_id in (organization_id, proposer_organization_id))', 'access.viewer_id in (organization_id))'],
    ['observer.organization_id = access.viewer_id)', 'false)'],
    ['form.evaluator_organization_id = access.viewer_id)', 'false)'],
    ['bool_or(involved)', 'bool_and(involved)'],
    [
      'select id, proposer_organization_id, true from projects',
      'select id, proposer_organization_id, false from projects',
    ],
    ['select project_id, organization_id, true from', 'select project_id, organization_id, false from'],
    ['select project_id, evaluator_organization_id, false', 'select project_id, evaluator_organization_id, true'],
    ['do update\n    set involved = excluded.involved,', 'do update\n    set'],
  ]),
  ...of('migrations/functions/projects_updated.sql', ACCESS, [
    [
      'is distinct from (new.organization_id, new.proposer_organization_id) then',
      'is not distinct from (new.organization_id, new.proposer_organization_id) then',
    ],
    ['where project_id = new.id;', 'where project_id = old.id and false;'],
  ]),
];
