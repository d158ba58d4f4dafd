import { of } from './server-mutant.ts';

const FACTS = ['modules/open-data/public-facts'];
const CALLS = ['modules/open-data/open-data'];
const PREVIEW = ['modules/portal/preview'];

/** What SQL keeps of what anybody may know of a project, and since when. */
export const PUBLIC_FACTS = [
  ...of('migrations/functions/public_since.sql', FACTS, [
    ['items.decision = 1 and', ''],
    ['and lists.type in (3, 4, 5)', ''],
    ['in (3, 4, 5)', 'in (3, 4)'],
    ['project.type in (1, 2) or project.migrated', 'true'],
    ['project.type in (1, 2) or project.migrated', 'false'],
    ['or project.migrated', ''],
    ['select least(', 'select greatest('],
    ['min(coalesce(items.decision_date, ', 'min(coalesce('],
    ['(select min(coalesce', '(select max(coalesce'],
  ]),
  ...of('migrations/functions/public_status.sql', FACTS, [
    ['phase_status in (9, 31)', 'phase_status in (9)'],
    ['phase in (2, 4, 9)', 'phase in (2, 4)'],
  ]),
  ...of('migrations/functions/refresh_public_projects.sql', FACTS, [
    ['and not revisions.secure_link and', 'and'],
    ['and public.since is not null', ''],
    ['since = least(kept.since, excluded.since)', 'since = excluded.since'],
    ['changed_at = greatest(kept.changed_at, excluded.changed_at)', 'changed_at = excluded.changed_at'],
    ['withheld = excluded.withheld,', ''],
    ['greatest(moment, ', 'greatest('],
    ['dates.added_at, dates.returned_at', 'dates.returned_at'],
    ["and btrim(facts ->> 'name') <> ''", ''],
    ['order by approved_at desc, form_id desc limit 1) named', 'order by approved_at, form_id limit 1) named'],
    ['order by approved_at desc, form_id desc limit 1) valued', 'order by approved_at, form_id limit 1) valued'],
    ['order by approved_at desc, form_id desc limit 1) located', 'order by approved_at, form_id limit 1) located'],
    ['order by approved_at desc, form_id desc limit 1) planned', 'order by approved_at, form_id limit 1) planned'],
  ]),
  ...of('migrations/functions/refresh_public_projects.sql', CALLS, [
    ['own.project_id = projects.id and own.returned_at is null)', 'own.project_id = projects.id)'],
    ['dates.added_at, dates.returned_at', 'dates.added_at'],
  ]),
  ...of('migrations/functions/preview_public_project.sql', PREVIEW, [
    ['forms.status in (2, 3, 4)', 'forms.status in (4)'],
    ['forms.status in (2, 3, 4)', 'true'],
    ['select max(revision) as revision', 'select min(revision) as revision'],
    ['refresh_public_projects(array[wanted], null, day)', 'refresh_public_projects(array[wanted])'],
    [
      'update public_projects set withheld = false where project_id = wanted and withheld;',
      'update public_projects set withheld = false where false;',
    ],
  ]),
  ...of('migrations/functions/public_facts_changed.sql', FACTS, [
    ['if exists (select from public_projects where project_id = new.id) then', 'if false then'],
    ['then new.last_changed_at end);', 'then null end);'],
  ]),
  ...of('migrations/functions/public_facts_changed.sql', CALLS, [
    ['new.decision = 1 and new.form_id', 'new.form_id'],
    ["case tg_op when 'UPDATE' then now() end", 'null'],
    ['when (new.status = 4 and old.status <> 4', 'when (new.status = 2 and old.status <> 2'],
    ['when (not (old.secure_link and new.secure_link)\n    and ', 'when ('],
  ]),
  ...of('migrations/functions/public_form_facts.sql', FACTS, [
    ["case when input #>> '{basicInfo,delayed}' = 'Да' then", 'case when true then'],
  ]),
  ...of('migrations/functions/public_rows.sql', FACTS, [
    ['where key = any(fields))', ')'],
    ["where jsonb_typeof(row) = 'object'", ''],
  ]),
  ...of('migrations/functions/public_changes.sql', CALLS, [
    [
      'after insert or update or delete on public_projects',
      'after insert or delete on public_projects',
      'Rows are written by an insert that changes those that are there, which fires the triggers of inserts too.',
    ],
  ]),
];
