import { of } from './server-mutant.ts';

/** Open steps and recipients of notifications. */
export const WORKFLOW = [
  ...of(
    'modules/projects/recipients.ts',
    ['modules/notifications/notifications'],
    [
      ['${holds(PROJECT_SIGHT.everywhere)}\n  or', 'false\n  or'],
      ['(access.involved or ${holds(PROJECT_SIGHT.evaluated)})', 'access.involved'],
      ['(access.involved or ${holds(PROJECT_SIGHT.evaluated)})', 'true'],
      ['and access.viewer_id = users.organization_id', ''],
      ['users.organization_id = projects.organization_id`', 'true`'],
      ['users.organization_id = projects.proposer_organization_id`', 'true`'],
      ['users.organization_id = ${ADMINISTRATION_ORGANIZATION}`);', 'true`);'],
      ['users.id is distinct from projects.sent_by', 'true'],
      ['users.id is distinct from projects.confirmed_by', 'true'],
      ["(not ${holds(['Admin'])} and", '(true and'],
      [
        'waited.some((users) => users.admins)',
        'waited.every((users) => users.admins)',
        'All people whom a state waits for are of one kind: Admins take the step of each of them, or of none.',
      ],
    ],
  ),
  ...of(
    'modules/projects/assigned-to-me.ts',
    ['modules/workflow/open-steps'],
    [
      ['projects.organization_id = ${user.organizationId}`', 'true`'],
      ['projects.proposer_organization_id = ${user.organizationId}`', 'true`'],
      ['projects.foreign_funds = ${state.foreignFunds}', 'true'],
      ['projects.sent_by is distinct from ${user.id}', 'true'],
      ['whole.confirmed_by = ${user.id})', 'false)'],
      [
        '(projects.status = ${sql.lit(PROJECT_STATUS.pending)} and (${sql.join(conditions',
        '(true and (${sql.join(conditions',
      ],
      ['projects.waiting_since <= ${now}', 'true'],
      ["side === 'any' && !notSender && !notConfirmer", "side === 'any'"],
      ['and not ${byState})', ')', 'No state waits for one user both by the state alone and by more than it.'],
    ],
  ),
];
