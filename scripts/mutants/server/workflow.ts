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
    'modules/projects/recipients.ts',
    ['modules/forms/evaluator-turn'],
    [
      ['users.organization_id = any(${[...bodies]}::text[])', 'true'],
      ['and ${holds([MARKING_CLAIM])} and', 'and'],
      ["${holds([MARKING_CLAIM])} and not ${holds(['Admin'])})", '${holds([MARKING_CLAIM])})'],
    ],
  ),
  ...of(
    'modules/notifications/recipient-queries.ts',
    ['modules/forms/evaluator-turn'],
    [
      ['state.marks.holdUp ? { ...state, open: [] } : state', 'state'],
      ['case when turn = ${MARK_FORM.key}', 'case when false'],
      ['{ others: marks.holdUp, at }', '{ others: false, at }'],
      ['{ others: marks.holdUp, at }', '{ others: true, at }'],
    ],
  ),
  ...of(
    'modules/notifications/recipient-queries.ts',
    ['modules/workflow/open-steps'],
    [['${dayInBelgrade(sql`projects.waiting_since`)} <= ${dayOf(at)}::date and ', '']],
  ),
  ...of(
    'modules/workflow/scheduler.ts',
    ['modules/workflow/open-steps'],
    [
      [' || !begins(awaitedFrom, project.waitingSince)', ''],
      ['if (told && told.day >= awaitedFrom) return;', ''],
      ['told.day >= awaitedFrom', 'true'],
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
  ...of(
    'modules/workflow/plans.ts',
    ['modules/workflow/turns'],
    [
      ['if (corrected) await setTotalValues(tx, plans, now);', ''],
      [
        'if (corrected) await',
        'await',
        'The lock of the initial plan has copied the same total; the condition only saves a statement.',
      ],
    ],
  ),
  ...of(
    'modules/workflow/phase-entry.ts',
    ['modules/workflow/turns'],
    [
      ['known?.quarters.at(-1) ?? now', 'now'],
      ['isDay(start) ? quarterOf(start) : now', 'now'],
    ],
  ),
  ...of(
    'modules/workflow/project-facts.ts',
    ['modules/workflow/limits'],
    [["created_at at time zone 'Europe/Belgrade'", "created_at at time zone 'UTC'"]],
  ),
  ...of(
    'modules/project-page/phases.ts',
    ['modules/workflow/turns'],
    [
      ['ofPhase.get(row.phase)?.length ?? 0', 'rows.length'],
      ['round.includes(row)', 'row.phase === project.phase'],
    ],
  ),
  ...of(
    'modules/project-page/details.ts',
    ['modules/workflow/turns'],
    [
      [' || facts.phaseStatus !== PHASE_STATUS.waitingCommission', ''],
      [
        'facts.phase !== PHASE.rationalization ||',
        '',
        'Forms of other phases propose nothing; the condition only saves a statement.',
      ],
    ],
  ),
  ...of(
    'modules/forms/realization-data.ts',
    ['modules/workflow/turns'],
    [
      [
        "'commissionYes', 5)",
        "'commissionYes')",
        'The acceptance of its proposal opens the form, and nothing else is accepted while it is open.',
      ],
    ],
  ),
];
