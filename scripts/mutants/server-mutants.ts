/** A change of one place of the server, chosen by hand, and the tests that must fail with it. */
export interface ServerMutant {
  file: string;
  /** The original text, which occurs once. */
  from: string;
  to: string;
  tests: readonly string[];
}

const S = 'apps/server/src';

const of = (file: string, tests: readonly string[], changes: readonly (readonly [string, string])[]): ServerMutant[] =>
  changes.map(([from, to]) => ({
    file: `${S}/${file}`,
    from,
    to,
    tests: tests.map((test) => `${S}/${test}.test.ts`),
  }));

const ACCESS = ['modules/projects/access'];
const AUDIT = ['modules/audit/audit'];
const CHANGES = ['modules/audit/changes'];
const GUARD = ['guard', 'permissions'];

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
  ...of(
    'modules/projects/visibility.ts',
    ['modules/project-page/options/options'],
    [
      [
        `.where(sql<boolean>\`code = any(\${[...codes]}::citext[])\`)
    .where(visibleProjects(user))`,
        '.where(sql<boolean>`code = any(${[...codes]}::citext[])`)',
      ],
      ['rows.length !== codes.length', 'rows.length === 0'],
    ],
  ),
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
      ['waited.some((users) => users.admins)', 'waited.every((users) => users.admins)'],
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
      ['and not ${kept})', ')'],
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
    ["update('audit-row')", "update('audit-head')"],
    ['if (rows.length === 0) return;', 'if (rows.length > 0) return;'],
    [
      "if (!own) throw new Error('Nobody has said what the rows of the audit log are signed with.');",
      "if (own) throw new Error('');",
    ],
  ]),
  ...of(
    'platform/audit-signature.ts',
    ['modules/registry/import/import', 'seed/bulk'],
    [
      ['from < ids.length; from += BATCH', 'from < 1; from += BATCH'],
      ['ids.slice(from, from + BATCH)', 'ids.slice(from, BATCH)'],
    ],
  ),
  ...of('modules/audit/chain.ts', AUDIT, [
    ['JSON.stringify([at, seal, hash, unsigned])', 'JSON.stringify([at, hash, unsigned])'],
    ['while ((await sealRows(context.db, SEALED_AT_ONCE)) === SEALED_AT_ONCE);', ''],
    ['=== SEALED_AT_ONCE);', '> 0);'],
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
    ['modules/reports/identity-card'],
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

export const SERVER_MUTANTS: readonly ServerMutant[] = [...VISIBILITY, ...TURNS, ...LOG, ...ROUTES, ...MONEY];
