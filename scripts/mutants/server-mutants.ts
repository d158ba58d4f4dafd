/** A change of one place of the server, chosen by hand, and the tests that must fail with it. */
export interface ServerMutant {
  file: string;
  /** The original text, which occurs once. */
  from: string;
  to: string;
  tests: readonly string[];
  /** Why no test can find it; null for a mutant that one has to find. */
  reason: string | null;
}

/** What is changed into what, and the reason of one that survives. */
type Change = readonly [from: string, to: string, reason?: string];

const S = 'apps/server/src';

const of = (file: string, tests: readonly string[], changes: readonly Change[]): ServerMutant[] =>
  changes.map(([from, to, reason = null]) => ({
    file: `${S}/${file}`,
    from,
    to,
    tests: tests.map((test) => `${S}/${test}.test.ts`),
    reason,
  }));

const ACCESS = ['modules/projects/access'];
const AUDIT = ['modules/audit/audit', 'modules/audit/many-rows'];
const CHANGES = ['modules/audit/changes'];
const GUARD = ['guard'];

/** Which projects a user sees. */
const VISIBILITY = [
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

/** Open steps and recipients of notifications. */
const TURNS = [
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
      ['and not ${kept})', ')', 'No state waits for one user both by the state alone and by more than it.'],
    ],
  ),
];

/** The audit log, its signatures and its chain. */
const LOG = [
  ...of(
    'platform/audit.ts',
    [...CHANGES, ...AUDIT],
    [
      ['if (!isTransaction(db)) return', 'if (isTransaction(db)) return'],
      ['user_id: origin.user?.id ?? null,', 'user_id: null,'],
      ['login: origin.user?.login ?? null,', 'login: null,'],
      ['organization_id: entry.organizationId ?? null,', 'organization_id: null,'],
      ['detail: JSON.stringify(entry.detail ?? {}),', "detail: '{}',"],
      ['request_id: origin.requestId ?? null,', 'request_id: null,'],
      ['address: origin.address ?? null,', 'address: null,'],
      ['await keepSignatures(db, written);', ''],
    ],
  ),
  ...of(
    'platform/audit.ts',
    ['modules/registry/import/import'],
    [
      ['await signWritten(tx, ids);', ''],
      [
        'select ${origin.user?.id ?? null}, ${origin.user?.login ?? null}, ${entry.operation}',
        'select null::integer, null, ${entry.operation}',
      ],
    ],
  ),
  ...of('platform/audit-signature.ts', AUDIT, [
    ['signature?.length === right.length && timingSafeEqual(signature, right)', 'signature?.length === right.length'],
    ['signature?.length === right.length && timingSafeEqual(signature, right)', 'true'],
    [
      "update('audit-row')",
      "update('audit-head')",
      'The name only makes the key differ from others that follow from the same secret; any name signs and verifies.',
    ],
    ['if (rows.length === 0) return;', 'if (rows.length > 0) return;'],
    [
      "if (!own) throw new Error('Nobody has said what the rows of the audit log are signed with.');",
      "if (own) throw new Error('');",
    ],
  ]),
  ...of(
    'platform/audit-signature.ts',
    ['modules/audit/many-rows'],
    [
      ['from < ids.length; from += SIGNED_AT_ONCE', 'from < 1; from += SIGNED_AT_ONCE'],
      ['ids.slice(from, from + SIGNED_AT_ONCE)', 'ids.slice(from, SIGNED_AT_ONCE)'],
    ],
  ),
  ...of('modules/audit/chain.ts', AUDIT, [
    ['JSON.stringify([at, seal, hash, unsigned])', 'JSON.stringify([at, hash, unsigned])'],
    ['while ((await sealRows(context.db, SEALED_AT_ONCE)) === SEALED_AT_ONCE);', ''],
    ['=== SEALED_AT_ONCE);', '> 0);', 'It asks once more, and nothing is left to seal.'],
    ['if (!last) return;', 'if (last) return;'],
    ["if (error.code === 'ENOENT') return [];", ''],
    ["one.endsWith('.jsonl')", 'true'],
    ["if (line === '') continue;", ''],
    ['if (head && isSigned(config, head)) heads.push(head);', 'if (head) heads.push(head);'],
    ['return null;\n  }\n}\n\nfunction isSigned', 'throw new Error();\n  }\n}\n\nfunction isSigned'],
    ['given.length === right.length && timingSafeEqual(given, right)', 'given.length === right.length'],
    ['given.length === right.length && timingSafeEqual(given, right)', 'timingSafeEqual(given, right)'],
    ['if (forged[0] !== undefined) return broken(', 'if (forged[1] !== undefined) return broken('],
    ['if (seal !== String(report.seals)) return', 'if (false) return'],
    ['if (text === null) return broken(`row ${auditId} (seal ${seal}) is missing`);', 'if (text === null) continue;'],
    ['if (!made.equals(hash)) return', 'if (false) return'],
    ["createHash('sha256').update(before).update(text", "createHash('sha256').update(text"],
    ['signature === null && report.unsigned === report.seals - 1', 'signature === null'],
    ['else if (!isWritten(text, signature)) return', 'else if (false) return'],
    ["if (head.hash !== hash.toString('hex'))", 'if (false)'],
    ['if (head.unsigned !== report.unsigned) return', 'if (false) return'],
    ['expected.delete(seal);', ''],
    ['if (lost) return broken(', 'if (false) return broken('],
    ['if (unwritten) return broken(`row ${unwritten.id} was', 'if (false) return broken(`row ${unwritten?.id} was'],
    ['return stray === undefined ? report : broken(', 'return true ? report : broken('],
    ['report.waiting = waiting.length;', ''],
  ]),
  ...of('modules/audit/queries.ts', AUDIT, [
    ['totalIsAtLeast: total > COUNTED_ROWS', 'totalIsAtLeast: total >= 0'],
    ['.where(sql<boolean>`log.id > ${after}`)', '.where(sql<boolean>`log.id >= ${after}`)'],
    ["descending: true, tieBreaker: 'log.id'", "descending: false, tieBreaker: 'log.id'"],
    ['where chain.seal > ${after}', 'where chain.seal > ${after} + 1'],
    ["orderBy('audit_chain.seal', 'desc')", "orderBy('audit_chain.seal', 'asc')"],
    ['and not exists (select 1 from audit_unsealed where audit_id = log.id)', ''],
    ['where not exists (select 1 from audit_chain where audit_id = log.id)\n      and', 'where'],
    ['(chain.seal - 1)::float8', 'chain.seal::float8'],
    ['rows[0]?.before ?? Number(seal)', 'rows[0]?.before ?? 0'],
  ]),
  ...of('migrations/functions/seal_audit.sql', AUDIT, [
    ['order by audit_id limit most', 'order by audit_id desc limit most'],
    ['delete from audit_unsealed where audit_id = entry.id;', ''],
    ['sha256(last_hash || convert_to', 'sha256(convert_to'],
    ['return sealed;', 'return 0;'],
    ['if not pg_try_advisory_xact_lock(727364) then', 'if false then'],
  ]),
  ...of('migrations/functions/audit_text.sql', AUDIT, [['entry.user_id, entry.login,', 'entry.user_id,']]),
];

/** The guard of every route. */
const ROUTES = [
  ...of('platform/authenticate.ts', GUARD, [
    ["if (policy === undefined) throw new ApiError('Forbidden');", ''],
    ["token && policy !== 'anonymous'", 'token'],
    ["if (policy === 'anonymous') return limitAnonymous(context, request);", ''],
    ["if (!request.currentUser) throw new ApiError('Unauthorized');", 'if (!request.currentUser) return;'],
    ["if (policy === 'signedIn' || policy === 'anybody') return;", 'return;'],
    ['hits > timesFrom', 'hits >= timesFrom'],
    ["if (limit === undefined) throw new ApiError('Forbidden');", 'if (limit === undefined) return;'],
    ["policy === 'anybody' && request.headers.authorization === undefined", "policy === 'anybody'"],
    ['permissions.some(', '!permissions.every('],
    ["policy.refusal ?? 'Forbidden'", "'Forbidden'"],
    [
      "if ('admit' in policy) return policy.admit",
      "if ('admit' in policy) return; if ('admit' in policy) return policy.admit",
    ],
    ['can(user, permission, policy.resource)', 'can(user, permission)'],
  ]),
];

/** What keeps the server from starting. */
const START = of(
  'platform/http.ts',
  ['app'],
  [
    ['if (route.config?.policy === undefined) {', 'if (false) {'],
    ["if (['anonymous', 'anybody'].includes(", "if (['anonymous'].includes("],
    ["if (['anonymous', 'anybody'].includes(", "if (['anybody'].includes("],
    ['&& route.config.limit === undefined', '&& false'],
  ],
);

/** Sums of money that SQL and the server make. */
const MONEY = [
  ...of(
    'migrations/functions/add_to_list_totals.sql',
    ['modules/lists/list-totals'],
    [
      ['total_value = kept.total_value + given.total_value', 'total_value = kept.total_value - given.total_value'],
      ['kept.pending_count + given.pending_count', 'kept.pending_count'],
      ['where kept.id = given.list_id', 'where true'],
    ],
  ),
  ...of(
    'modules/reports/funding.ts',
    ['modules/reports/funding', 'modules/reports/identity-card'],
    [
      ['rows.length > 0) ?? []', 'rows.length > 1) ?? []'],
      ['order by forms.status = ${FORM_STATUS.unlocked}, phases.started_at desc', 'order by phases.started_at desc'],
      ['phases.started_at desc', 'phases.started_at'],
      ['where form_id = forms.id order by revision desc', 'where form_id = forms.id order by revision'],
      ['percentOf(amount, total)', 'percentOf(total, total)'],
      ['plan !== null && sourceRows(plan).length > 0', 'plan !== null'],
      ["planned ? 'plan' : (named?.code ?? '')", "named?.code ?? ''"],
      ['(sums.get(year) ?? 0n) + amount', 'amount'],
      ['if (amount) add(planned, year, amount)', 'if (amount) add(planned, year + 1, amount)'],
      ['add(realized, year, expense)', 'add(realized, year, 0n)'],
      ['.toSorted((a, b) => a - b)', '.toSorted((a, b) => b - a)'],
      ['reduce((all, amount) => all + amount, 0n)', 'reduce((all) => all, 0n)'],
      ['named.status === FORM_STATUS.unlocked', 'named.status !== FORM_STATUS.unlocked'],
      ['start && end ? { start, end } : null', 'null'],
    ],
  ),
  ...of(
    'modules/project-page/options/appropriations.ts',
    ['modules/project-page/options/options'],
    [
      ["'in', [project.organizationId, project.proposerOrganizationId]", "'in', [project.organizationId]"],
      ["where('chosen.project_id', 'is not', null),\n      ]),", 'where.lit(false),\n      ]),'],
      ["query.selected === 'true' ? base.where('chosen.project_id', 'is not', null) : base", 'base'],
      ['new Set(add).size !== add.length ||', ''],
      ['add.some((id) => before.includes(id))', 'false'],
      ["if (remove.some((id) => !before.includes(id))) throw new ApiError('InvalidProjectAppropriation');", ''],
      ["if (known.length !== add.length) throw new ApiError('InvalidProjectAppropriation');", ''],
      ["if (!can(user, 'project.appropriations', resource)) throw new ApiError('ForbiddenProjectChange');", ''],
      ['[...before.filter((id) => !remove.includes(id)), ...add]', '[...before, ...add]'],
      ['project.phase === PHASE.reporting && left === 0', 'left === 0'],
      ['project.phase === PHASE.reporting && left === 0', 'false'],
    ],
  ),
];

const EARNED = ['modules/earned-value/earned-value'];
const PORTFOLIO = ['modules/portfolio/portfolio'];
const SCENARIOS = ['modules/scenarios/scenarios'];
const CALENDAR = ['modules/fiscal-calendar/fiscal-calendar'];
const OPEN_DATA = ['modules/open-data/open-data', 'modules/open-data/markers'];

/** What the portfolio shows of which projects, needs, ceilings and earned value. */
const OVERVIEW = [
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
    ["planned: '0.00', spent: '0.00' };", "planned: '1.00', spent: '0.00' };"],
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
  ...of('modules/portfolio/course.ts', PORTFOLIO, [
    ['where ${condition} and entered.phase in', 'where entered.phase in'],
    ['from ${source} where ${condition} group by 1, 2, 3),', 'from ${source} group by 1, 2, 3),'],
    ['where items.list_id = lists.id and ${condition})', 'where items.list_id = lists.id)'],
    ['where ${condition} and items.list_id in', 'where items.list_id in'],
    ['order by counted.days)`', 'order by counted.days desc)`'],
  ]),
  ...of('modules/earned-value/progress.ts', PORTFOLIO, [
    ['count(*) filter (where facts.pv is null)', 'count(*)'],
    [
      'from facts group by facts.organization_id ${largest}',
      'from facts where facts.sector > 1 group by facts.organization_id ${largest}',
    ],
  ]),
  ...of('modules/fiscal-calendar/calendar.ts', CALENDAR, [
    ['(needs.planned or projects.commission_approved)', 'true'],
    ['(needs.planned or projects.commission_approved)', 'needs.planned'],
    ['(needs.planned or projects.commission_approved)', 'projects.commission_approved'],
    ['where ${condition} and ${isApproved}\n      group by', 'where ${isApproved}\n      group by'],
    ['where ${condition} and projects.commission_approved', 'where projects.commission_approved'],
    ['where ${condition} and projects.commission_approved', 'where ${condition}'],
    ['and not exists (select from project_needs needs where needs.project_id = projects.id)', ''],
    ['where ${condition})\n      group by given', ')\n      group by given'],
    ['where ${condition} and ${isApproved} and needs.year', 'where ${isApproved} and needs.year'],
    ['needs.source = ${needSource ?? NO_SOURCE}', 'true'],
    ['projects.sector = ${sector}::integer)', 'true)'],
  ]),
  ...of('modules/fiscal-calendar/calendar.ts', CALENDAR, [
    ['where ${condition} and ${isApproved} and projects.id <>', 'where ${isApproved} and projects.id <>'],
    ['where ${condition} and ${isApproved} and projects.id <>', 'where ${condition} and projects.id <>'],
    ['and projects.id <> all (${[...without]}::integer[])', ''],
  ]),
  ...of('modules/fiscal-calendar/ceilings.ts', CALENDAR, [
    ['where ceilings.amount is not null', ''],
    ['and ceilings.sector is not distinct from ${sector}::integer', ''],
    ['if ((before?.revision ?? 0) !== input.revision) {', 'if (false) {'],
    ['if (before && before.amount === amount) {', 'if (false && before) {'],
    ['revision: input.revision + 1', 'revision: input.revision'],
    ['before: before ? { ...place, amount: before.amount } : null,', 'before: null,'],
    ['and own.sector is not distinct from ${place.sector}::integer', ''],
    ['await sql`select pg_advisory_xact_lock(${CEILING_LOCK}, ${input.year}::integer)`.execute(tx);', ''],
  ]),
  ...of('modules/fiscal-calendar/ceilings.ts', SCENARIOS, [
    ['revisions.until > ${since} or revisions.until is null', 'revisions.until is null'],
    ["known.first > ${since} then (known.amounts::jsonb || 'null'::jsonb)::json", 'false then null'],
    ['where entered.sector is null and entered.changed_at', 'where entered.changed_at'],
    [
      'and entered.changed_at > ${since}`',
      '`',
      'It only saves time: an unchanged ceiling has the amount of the scenario, or the author has set another.',
    ],
  ]),
  ...of('migrations/functions/fiscal_needs.sql', CALENDAR, [
    ["where jsonb_typeof(input -> 'implementation') is distinct from 'array'", ''],
    ['sum(share) over (order by named.source) - share as before', 'sum(share) over (order by named.source) as before'],
    ['- round(years.amount * before / whole, 2) as amount', 'as amount'],
    ["select '', 0, 1, 1 where not exists (select from named)", "select '', 0, 1, 1 where false"],
    ["where costs.year ~ '^(20[0-9]{2}|2100)$' ", ''],
  ]),
  ...of('migrations/functions/refresh_project_needs.sql', CALENDAR, [
    ['delete from project_needs where project_id = any(ids);', ''],
    ['order by plans.ordinal desc limit 1', 'order by plans.ordinal limit 1'],
    ['order by revision desc limit 1) newest', 'order by revision limit 1) newest'],
    ['and forms.status = 4 and', 'and'],
    ['order by planned desc limit 1', 'order by planned limit 1'],
  ]),
  ...of('modules/earned-value/facts.ts', EARNED, [
    ['if (!isDay(asked) || asked > now)', 'if (!isDay(asked))'],
    ['isPast: asked < now', 'isPast: false'],
    ['and measured.valid_from <= ${day}::date and', 'and'],
    ['and measured.valid_to > ${day}::date`', '`'],
    ['history.valid_from < ${moment}', 'true'],
    ['(history.valid_to is null or history.valid_to >= ${moment})', 'true'],
    ['case when ${waits} then (', 'case when true then ('],
    ['case when ${waits} then history.valid_from end', 'history.valid_from'],
    [
      '(earlier.phase, earlier.phase_status) is distinct from',
      '(earlier.phase, earlier.phase_status) is not distinct from',
    ],
    ['min(earlier.valid_from), history.valid_from)', 'min(earlier.valid_from))'],
    ['and earlier.valid_from < history.valid_from)', ')'],
    ['and measured.pv is not null`', '`'],
    ['${figures} where ${condition}`', '${figures}`'],
  ]),
  ...of('modules/earned-value/warnings.ts', EARNED, [
    ['facts.pending and facts.phase in', 'facts.phase in'],
    ['and facts.spi < ${', 'and facts.spi <= ${'],
    ['and facts.cpi < ${', 'and facts.cpi <= ${'],
    ['facts.planned_start <= ${quarterEnd(due)}::date', 'true'],
    ['}, true))`', '}, false))`'],
    ['facts.planned_end < ${day}::date', 'facts.planned_end <= ${day}::date'],
    ['facts.eac * 100 > facts.bac', 'facts.eac * 100 >= facts.bac'],
    ['(facts.pending and case', '(case'],
    [
      'facts.waiting_at_latest_since + ${NORM_DAYS} < ${day}::date',
      'facts.waiting_at_latest_since + ${NORM_DAYS} <= ${day}::date',
    ],
    ['facts.waiting_since + ${NORM_DAYS} < ${day}::date', 'facts.waiting_since + ${NORM_DAYS} <= ${day}::date'],
    ['(facts.total_value, -facts.id) <', '(facts.total_value, -facts.id) <='],
  ]),
  ...of(
    'migrations/functions/keep_earned_values.sql',
    ['modules/earned-value/kept-history', 'modules/earned-value/kept-values', 'seed/demo'],
    [
      ["case when steps.operation <> 'return' then steps.form_revision end", 'steps.form_revision'],
      ['order by plans.ordinal desc limit 1) held', 'order by plans.ordinal limit 1) held'],
      ['and events.quarter_start <= periods.day\n', '\n'],
      ['events.form_id, events.id desc', 'events.form_id, events.id'],
      ['known.quarter > coalesce(newest.base_quarter, 0)', 'true'],
      ['least(sums.fulfilled, 100)', 'sums.fulfilled'],
      ['(where cells.quarter <= newest.quarter), 0) as share', '(where cells.quarter < newest.quarter), 0) as share'],
      ['when reached.most = 0 then', 'when false then'],
      ['least(reached.amount, estimates.estimate)', 'reached.amount'],
      ['least(reached.share, 100)', 'reached.share'],
      ['case when ac <> 0 then', 'case when true then'],
    ],
  ),
];

/** Who sees and changes a scenario. */
const CHOICES = [
  ...of('modules/scenarios/queries.ts', SCENARIOS, [
    ['and ${visibleProjects(user)}) counted', ') counted'],
    ['where scenarios.owner_id = ${user.id} or scenarios.shared\n', 'where true\n'],
    ['where scenarios.owner_id = ${user.id} or scenarios.shared\n', 'where scenarios.owner_id = ${user.id}\n'],
    ['and (scenarios.owner_id = ${user.id} or scenarios.shared)', ''],
    ['${visibleProjects(user)} as "isVisible"', 'true as "isVisible"'],
    ["projectScope(user).kind === 'all'", 'true'],
    ["projectScope(user).kind === 'all'", 'false'],
    ['hidden: candidates.length - seen.length', 'hidden: 0'],
    ["which === 'these' ? named :", "which !== 'these' ? named :"],
  ]),
  ...of('modules/scenarios/service.ts', SCENARIOS, [
    ['if (scenario.ownerId === user.id || seesAll(user)) return scenario;', 'return scenario;'],
    ['sector === null && amount !== null ? [{', 'amount !== null ? [{'],
    ["if (own >= MOST_SCENARIOS) throw new ApiError('RequestLimitReached');", ''],
    ["if (scenario.ownerId !== user.id) throw new ApiError('ScenarioNotShared');", ''],
    ['if (revision !== undefined && scenario.revision !== revision) {', 'if (false) {'],
    ["if (!candidate) throw invalidFields({ choices: 'InvalidField' });", 'if (!candidate) return undefined as never;'],
    ['known.delete(code.toLowerCase());', ''],
    ["if (places.size < ceilings.length) throw invalidFields({ ceilings: 'InvalidField' });", ''],
    ['before.candidates.length + before.hidden + more.length', 'before.candidates.length + more.length'],
    ['before.candidates.length + before.hidden + more.length', 'more.length'],
    ['more = found.filter((candidate) => !has.has(candidate.id))', 'more = found'],
  ]),
  ...of('modules/scenarios/proposals.ts', SCENARIOS, [
    ["if (scenario.revision !== revision) throw new ApiError('ScenarioConflict');", ''],
    ["if (scenario.revision !== queued.revision) throw new ApiError('ScenarioConflict');", ''],
    [
      "if (!user || !can(user, 'portfolio.scenarios')) throw new ApiError('Forbidden');",
      "if (!user) throw new ApiError('Forbidden');",
    ],
    ["unfinished: { most: 1, refusal: 'ProposalRunning' },", ''],
    ["if (!isWithin(problem, chosen)) throw new Error('A proposal breaks a ceiling');", ''],
    ['if (problem.short.length > 0) return shortProposal(problem, queued);', ''],
  ]),
  ...of('modules/scenarios/candidates.ts', SCENARIOS, [
    ['where ${condition} and ${which}', 'where ${which}'],
    ["if (found.length > SCENARIO_CANDIDATES) throw new ApiError('ScenarioFull');", ''],
    ['and forms.status <> ${sql.lit(FORM_STATUS.unlocked)}', ''],
    ['filter (where needs.amount > 0)', ''],
  ]),
  ...of('modules/scenarios/changed-ceilings.ts', SCENARIOS, [
    ['if (!had.includes(kept.get(key)?.amount ?? null)) continue;', ''],
    ['if (amount === null) kept.delete(key);\n    else kept', 'if (amount !== null) kept'],
  ]),
];

/** Which database a reader gets. */
const REPLICA = of(
  'platform/read-replica.ts',
  ['platform/read-replica'],
  [
    ['if (!replica?.isUsable()) return context;', 'if (!replica) return context;'],
    ['if (reader && !(await hasOwnChanges', 'if (false && reader && !(await hasOwnChanges'],
    [".where('login', '=', login)", ''],
    [".orderBy('at', 'desc')", ".orderBy('at', 'asc')"],
    ['if (newest.length === 0) return true;', 'if (newest.length === 0) return false;'],
    ['return rows[0]?.all === true;', 'return true;'],
    ['if (!isDatabaseAway(error)) throw error;', 'throw error;'],
    ['replica.lost(error);', ''],
  ],
);

/** What of a project anybody may see. */
const PUBLIC = [
  ...of('migrations/functions/public_since.sql', OPEN_DATA, [
    ['items.decision = 1 and', ''],
    ['and lists.type in (3, 4, 5)', ''],
    ['project.type in (1, 2) or project.migrated', 'true'],
    ['project.type in (1, 2) or project.migrated', 'false'],
    ['select least(', 'select greatest('],
  ]),
  ...of('migrations/functions/refresh_public_projects.sql', OPEN_DATA, [
    ['own.project_id = projects.id and own.returned_at is null)', 'own.project_id = projects.id)'],
    ['and not revisions.secure_link and', 'and'],
    ['and public.since is not null', ''],
    ['since = least(kept.since, excluded.since)', 'since = excluded.since'],
    ['changed_at = greatest(kept.changed_at, excluded.changed_at)', 'changed_at = excluded.changed_at'],
    ['withheld = excluded.withheld,', ''],
  ]),
  ...of('migrations/functions/public_rows.sql', OPEN_DATA, [['where key = any(fields))', ')']]),
  ...of('migrations/views/published.public_projects.sql', OPEN_DATA, [
    ['from public_projects where not withheld', 'from public_projects'],
  ]),
  ...of('migrations/views/published.public_forms.sql', OPEN_DATA, [['and not public_projects.withheld', '']]),
  ...of('migrations/views/published.public_decisions.sql', OPEN_DATA, [
    ['and not public_projects.withheld', ''],
    ['where items.decision is not null', ''],
  ]),
  ...of('migrations/views/published.public_documents.sql', OPEN_DATA, [['and not public_projects.withheld', '']]),
  ...of('migrations/views/published.public_periods.sql', OPEN_DATA, [['and not public_projects.withheld', '']]),
  ...of('modules/open-data/queries.ts', OPEN_DATA, [
    ['and (own.link_expires_on is null or own.link_expires_on >= ${today}::date)', ''],
  ]),
  ...of('modules/open-data/withholding.ts', OPEN_DATA, [
    ["where('returned_at', 'is', null)\n", "where('returned_at', 'is not', null)\n"],
    ["if ((known !== undefined) === input.withheld) throw new ApiError('InvalidProjectAction');", ''],
    ["if (reason === '') throw invalidFields({ reason: 'EmptyField' });", ''],
    ['before: { withheld: !input.withheld },', ''],
  ]),
];

export const SERVER_MUTANTS: readonly ServerMutant[] = [
  ...VISIBILITY,
  ...TURNS,
  ...LOG,
  ...ROUTES,
  ...START,
  ...MONEY,
  ...OVERVIEW,
  ...CHOICES,
  ...REPLICA,
  ...PUBLIC,
];
