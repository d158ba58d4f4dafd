import { of } from './server-mutant.ts';

const M = 'modules';

/** What people write, are told of, find and store from day to day. */
export const DAILY_WORK = [
  ...of(
    `${M}/comments/service.ts`,
    [`${M}/comments/comments`],
    [
      ["if (answered.removedAt) throw new ApiError('CommentRemoved');", ''],
      ["if (comment.removedAt) throw new ApiError('CommentRemoved');\n    if (!isFresh(", 'if (!isFresh('],
      ['if (text !== comment.text) {', 'if (true) {'],
    ],
  ),
  ...of(
    `${M}/comments/queries.ts`,
    [`${M}/comments/comments`],
    [
      ['where users.status = ${sql.lit(USER_STATUS.active)}\n      and', 'where'],
      ['and users.status = ${sql.lit(USER_STATUS.active)}\n      and ${userSeesProject}', 'and ${userSeesProject}'],
      ['users.organization_id <> projects.organization_id, users.name', 'users.name'],
      ['order by users.id = ${writerId}, ', 'order by '],
    ],
  ),
  ...of(
    `${M}/notifications/recipient-queries.ts`,
    [`${M}/notifications/notifications`, `${M}/comments/comments`],
    [
      ["where project_id ${inIds(ids)} and kind = 'turn' and read_at", 'where project_id ${inIds(ids)} and read_at'],
      ['(users.organization_id = projects.organization_id\n', '(true\n'],
      ['or ${decided}::boolean and users.', 'or users.'],
      ['and users.organization_id = projects.proposer_organization_id)', 'and true)'],
      ['case when waited then ${decided}::boolean else', 'case when waited then false else'],
      ['case when waited then ${decided}::boolean else', 'case when waited then true else'],
      [
        'where users.status = ${sql.lit(USER_STATUS.active)} and users.id <> ${userId} and',
        'where users.id <> ${userId} and',
      ],
    ],
  ),
  ...of(
    `${M}/notifications/recipient-queries.ts`,
    [`${M}/documents/content/scanning`],
    [
      [
        '${sql.lit(USER_STATUS.active)} and ${userSeesProject}`;\n  return insertFound(tx, found, { documentId',
        '${sql.lit(USER_STATUS.active)}`;\n  return insertFound(tx, found, { documentId',
      ],
    ],
  ),
  ...of(
    `${M}/notifications/recipient-queries.ts`,
    [`${M}/identity/stand-ins/stand-ins`],
    [
      [
        'and not exists (select from concerned_users notified\n                        where notified.project_id = concerned_users.project_id and notified.user_id = users.id)',
        '',
      ],
    ],
  ),
  ...of(
    `${M}/notifications/queries.ts`,
    [`${M}/notifications/notifications`],
    [
      ["deleteFrom('notifications').where('read_at', 'is not', null)", "deleteFrom('notifications')"],
      ['and notifications.user_id = ${user.id} and ${stillSeen(user)}', 'and notifications.user_id = ${user.id}'],
    ],
  ),
  ...of(
    `${M}/notifications/mails.ts`,
    [`${M}/notifications/mails`],
    [
      ['and comment.removed_at is null and', 'and'],
      ['and notifications.read_at is null\n', '\n'],
      ['if (!isWorkingDay(day) || Number', 'if (Number'],
    ],
  ),
  ...of(
    `${M}/documents/service.ts`,
    [`${M}/documents/documents`],
    [
      ['if (count + more > DOCUMENTS_PER_PROJECT)', 'if (count + more >= DOCUMENTS_PER_PROJECT)'],
      ['(count(*) filter (where deleted_at is null))::integer', 'count(*)::integer'],
      ['files.filter((file) => file.documentId === null).length', 'files.length'],
    ],
  ),
  ...of(`${M}/reports/archives.ts`, [`${M}/documents/content/scanning`], [['requireClean(file.scan);', '']]),
  ...of(
    `${M}/documents/service.ts`,
    [`${M}/forms/forms`],
    [["if (await isUsed(tx, documentId)) throw new ApiError('UsedDocumentInForms');", '']],
  ),
  ...of(
    `${M}/documents/content/scanning.ts`,
    [`${M}/documents/content/scanning`],
    [['clean: verdict.clean });', 'clean: true });']],
  ),
  ...of(
    `${M}/documents/links/links.ts`,
    [`${M}/documents/revisions/revisions`, `${M}/documents/content/scanning`],
    [
      ['expiresOn < today(context))', 'expiresOn <= today(context))'],
      ['expiresOn !== null && expiresOn >= today(context) ? expiresOn : null', 'expiresOn'],
      ['requireClean(revision.scan);', ''],
    ],
  ),
  ...of(
    `${M}/documents/uploads/uploads.ts`,
    [`${M}/documents/uploads/uploads`],
    [
      ["if (new Set(ids).size < ids.length) throw new ApiError('ValidationError');", ''],
      ['>= UPLOADS_PER_USER', '> UPLOADS_PER_USER'],
      ["if (ended.length < ids.length) throw new ApiError('UploadEnded');", ''],
    ],
  ),
  ...of(
    `${M}/identity/stand-ins/stand-ins.ts`,
    [`${M}/identity/stand-ins/stand-ins`],
    [
      ['days(firstDay, lastDay) >= ABSENCE_DAYS', 'days(firstDay, lastDay) > ABSENCE_DAYS'],
      ['|| days(day, firstDay) > ABSENCE_DAYS', ''],
      ['ahead.length >= ABSENCES_AHEAD', 'ahead.length > ABSENCES_AHEAD'],
      [
        'one.firstDay <= input.lastDay && one.lastDay >= input.firstDay',
        'one.firstDay < input.lastDay && one.lastDay > input.firstDay',
      ],
      [
        "if (found?.status !== USER_STATUS.active) throw new ApiError('InactiveUser');",
        "if (!found) throw new ApiError('NotFound');",
      ],
      ['!acting || sharedClaims(absent, acting).length === 0', '!acting'],
    ],
  ),
  ...of(
    `${M}/identity/stand-ins/stand-in-queries.ts`,
    [`${M}/identity/stand-ins/stand-ins`],
    [[".where('ended_at', 'is', null)\n    .where('first_day', '<=', lastDay)", ".where('first_day', '<=', lastDay)"]],
  ),
  ...of(
    `${M}/identity/users/user-status.ts`,
    [`${M}/personal-data/personal-data`],
    [["if (found.erasedAt !== null) throw new ApiError('UserDataRemoved');", '']],
  ),
  ...of(
    `${M}/registry/write.ts`,
    [`${M}/registry/registry`],
    [
      ['(present <= day || present < from)', 'present <= day'],
      ['lastDay === undefined && from > day', 'from > day'],
    ],
  ),
  ...of(
    `${M}/dashboard/global-search.ts`,
    [`${M}/dashboard/search`],
    [
      ["can(user, 'user.viewAll') ? sql`true` :", ''],
      [
        "where ${validOn(registryOf('organizations'), 'organization', day)} and ${condition} offset 0",
        'where ${condition} offset 0',
      ],
      [
        'and ${isSeen} limit ${sql.lit(RANKED_DOCUMENTS)})\n      union all',
        'limit ${sql.lit(RANKED_DOCUMENTS)})\n      union all',
      ],
      ['and ${isSeen} limit ${sql.lit(RANKED_DOCUMENTS)}))', 'limit ${sql.lit(RANKED_DOCUMENTS)}))'],
      ['and ${all ? condition : sql`keyed.id in (select projects.id from ${table} where ${condition})`}', ''],
      ['and not ${exact}`', '`'],
    ],
  ),
  ...of(
    `${M}/dashboard/queries.ts`,
    [`${M}/dashboard/deadlines`],
    [
      ['projects.postponed_until >= ${hidden', 'projects.postponed_until > ${hidden'],
      ['where ${condition} and items.decision is null)`', 'where ${condition})`'],
    ],
  ),
  ...of(
    `${M}/dashboard/queries.ts`,
    [`${M}/organizations/registration`],
    [['order by created_at, id limit', 'order by id limit']],
  ),
  ...of(
    `${M}/notices/queries.ts`,
    [`${M}/notices/notices`],
    [
      ['coalesce(time_to > ${time}::time, true)', 'coalesce(time_to >= ${time}::time, true)'],
      [".where('end_date', '>=', day)", ".where('end_date', '>', day)"],
      [".orderBy('priority')", ''],
    ],
  ),
  ...of(
    `${M}/reports/project-table.ts`,
    [`${M}/reports/reports`],
    [
      ['(valid_to is null or valid_to >= ${end})', '(valid_to is null or valid_to > ${end})'],
      ['form_id = form.id and created_at < ${end}', 'form_id = form.id'],
      ["if (wanted.size > 0) throw invalidFields({ columns: 'InvalidField' });", ''],
    ],
  ),
  ...of(
    `${M}/operations/service.ts`,
    [`${M}/operations/operations`],
    [
      [
        ".where('user_id', '=', userId)\n      .where('state', 'in', ['waiting', 'running'])\n      .forUpdate()",
        ".where('state', 'in', ['waiting', 'running'])\n      .forUpdate()",
      ],
    ],
  ),
  ...of(
    `${M}/lists/session.ts`,
    [`${M}/lists/list-rules`],
    [['if (decided.get(id) || phaseStatus', 'if (phaseStatus']],
  ),
  ...of(
    `${M}/indicators/service.ts`,
    [`${M}/indicators/indicators`],
    [
      [".where('project_id', '=', project.id)\n", ''],
      [".where('phase', '=', PHASE.reporting)\n", ''],
    ],
  ),
  ...of(
    `${M}/identity/second-factor/passkeys.ts`,
    [`${M}/identity/second-factor/passkeys`],
    [['await holdOwnAccount(tx, user);', '']],
  ),
  ...of(
    `${M}/identity/users/profile.ts`,
    [`${M}/identity/users/email-change`],
    [['await holdOwnAccount(tx, user);\n      await rename', 'await rename']],
  ),
  ...of(
    `${M}/organizations/service.ts`,
    [`${M}/organizations/registration`],
    [
      ["if (can(user, 'organization.view')) return found;", 'return found;'],
      ['if (!approve && notify) await', 'if (!approve) await'],
    ],
  ),
  ...of(
    `${M}/organizations/queries.ts`,
    [`${M}/organizations/registration`],
    [
      [".where('users.organization_id', '=', ADMINISTRATION_ORGANIZATION)\n", '\n'],
      [".where('users.status', '=', USER_STATUS.active)\n", '\n'],
      [".where('entities.valid_from', '<=', day)\n", '\n'],
    ],
  ),
  ...of(
    `${M}/dashboard/service.ts`,
    [`${M}/organizations/registration`],
    [
      [
        "return can(user, 'organization.viewAll') && can(user, 'organization.resolve');",
        "return can(user, 'organization.resolve');",
      ],
    ],
  ),
  ...of(
    `${M}/forms/carry-to-project.ts`,
    [`${M}/forms/forms`],
    [
      [' && project.phaseStatus !== PHASE_STATUS.sentToMinister', ''],
      ['answersFunds && (viewer.admin || viewer.mei)', 'answersFunds'],
    ],
  ),
  ...of(
    `${M}/project-page/phases.ts`,
    [`${M}/project-page/projects`],
    [
      [
        ".where('project_id', '=', project.id)\n    .executeTakeFirst();\n  if (!phase)",
        '.executeTakeFirst();\n  if (!phase)',
      ],
    ],
  ),
  ...of(
    `${M}/personal-data/queries.ts`,
    [`${M}/personal-data/personal-data`],
    [["eb('log.subject_type', '=', 'user'), ", '']],
  ),
  ...of(
    `${M}/portfolio/timeline/activities.ts`,
    [`${M}/portfolio/timeline/timeline`],
    [['\n         and forms.status = ${FORM_STATUS.approved}', '']],
  ),
  ...of(
    `${M}/registry/import/import-calls.ts`,
    [`${M}/registry/rights`],
    [
      ["if (!user) throw new ApiError('OperationInterrupted');", ''],
      ["if (!mayWrite(user, registry)) throw new ApiError('Forbidden');", ''],
      ['await requireWriter();\n        await onProgress(percent);', 'await onProgress(percent);'],
      ['if (sessionId === undefined) return;', ''],
    ],
  ),
  ...of(
    `${M}/registry/import/import.ts`,
    [`${M}/registry/import/interrupted`],
    [
      ['if (!dryRun) await (call.inBackground', 'if (false) await (call.inBackground'],
      ['if (!dryRun) await (call.inBackground', 'await (call.inBackground'],
      ['call.inBackground === true ? lockForImport : lockForCall', 'lockForCall'],
    ],
  ),
  ...of(
    `${M}/operations/operation-poller.ts`,
    [`${M}/operations/events`],
    [['present.has(sessionId) ? (read.get(userId) ?? []) : null', 'read.get(userId) ?? []']],
  ),
  ...of(
    `${M}/audit/queries.ts`,
    [`${M}/audit/many-rows`],
    [
      ["descending ? 'using ~>~' : 'using ~<~'", "'using ~<~'"],
      ['offset((list.page - 1) * perPage)', 'offset(0)'],
    ],
  ),
  ...of(
    'platform/daily-job-lock.ts',
    ['platform/daily-job-lock'],
    [["- interval '20 hours'", "+ interval '20 hours'"]],
  ),
  ...of(
    `${M}/notifications/recipient-queries.ts`,
    [`${M}/identity/stand-ins/stand-ins`],
    [
      ['and ${dayOf(row.at)}::date between stand_ins.first_day and stand_ins.last_day', ''],
      [
        'where users.status = ${sql.lit(USER_STATUS.active)} and users.id is distinct from ${row.except}::integer\n',
        'where users.id is distinct from ${row.except}::integer\n',
      ],
      ['and users.id is distinct from ${row.except}::integer\n', '\n'],
      ['\n        and ${userSeesProject}\n        and not exists', '\n        and not exists'],
    ],
  ),
  ...of(
    `${M}/notifications/recipient-queries.ts`,
    [`${M}/notifications/notifications`],
    [
      [
        'where users.status = ${sql.lit(USER_STATUS.active)} and users.id is distinct from ${userId}::integer',
        'where users.id is distinct from ${userId}::integer',
      ],
    ],
  ),
  ...of(
    `${M}/notifications/queries.ts`,
    [`${M}/notifications/notifications`, `${M}/notifications/mails`],
    [
      [
        'and mailed_at is null and delivery is not null',
        'and delivery is not null',
        'How one goes by mail is asked of those that were not mailed alone.',
      ],
      [
        '\n         and (projects.phase, projects.phase_status) = (notifications.phase, notifications.phase_status)',
        '',
        'A step marks what earlier steps asked for as read, so that an unread one is of the present state.',
      ],
    ],
  ),
  ...of(
    `${M}/notifications/mails.ts`,
    [`${M}/notifications/mails`],
    [['and users.status = ${sql.lit(USER_STATUS.active)} and comment', 'and comment']],
  ),
  ...of(
    `${M}/documents/document-view.ts`,
    [`${M}/documents/revisions/revisions`],
    [["    .where('documents.deleted_at', 'is', null);", ';']],
  ),
  ...of(`${M}/documents/routes.ts`, [`${M}/documents/revisions/revisions`], [["request.method === 'GET' && /", '/']]),
  ...of(
    `${M}/documents/photographs.ts`,
    [`${M}/reports/identity-card`],
    [
      ["    .where('documents.document_type', '=', OTHER)\n", ''],
      ["    .where('newest.scan', '=', 'clean')\n", ''],
      ['not exists (select from published.form_documents', 'exists (select from published.form_documents'],
    ],
  ),
  ...of(
    `${M}/dashboard/queries.ts`,
    [`${M}/dashboard/deadlines`],
    [
      ['where bodies.id <> ${ADMINISTRATION_ORGANIZATION})\n', ')\n'],
      [
        'where projects.status = ${sql.lit(PROJECT_STATUS.pending)} and projects.postponed_until',
        'where projects.postponed_until',
        'A project that is not pending has no day of a postponement.',
      ],
    ],
  ),
];
