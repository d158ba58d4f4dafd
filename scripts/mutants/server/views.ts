import { of } from './server-mutant.ts';

const FACTS = ['modules/open-data/public-facts'];
const CALLS = ['modules/open-data/open-data'];
const TEXTS = ['modules/documents/content/texts'];

/** Views through which modules read each other: whose rows and of which state they are. */
export const VIEWS = [
  ...of('migrations/views/published.public_projects.sql', FACTS, [
    ['from public_projects where not withheld', 'from public_projects'],
  ]),
  ...of('migrations/views/published.public_forms.sql', FACTS, [['and not public_projects.withheld', '']]),
  ...of('migrations/views/published.public_decisions.sql', FACTS, [
    ['and not public_projects.withheld', ''],
    ['where items.decision is not null', ''],
  ]),
  ...of('migrations/views/published.public_documents.sql', FACTS, [['and not public_projects.withheld', '']]),
  ...of('migrations/views/published.public_states.sql', FACTS, [['and not public_projects.withheld', '']]),
  ...of('migrations/views/published.public_states.sql', CALLS, [
    ['case when bool_and(history.valid_to is not null)', 'case when bool_or(history.valid_to is not null)'],
    ['min(history.valid_from', 'max(history.valid_from'],
  ]),
  ...of('migrations/views/published.public_withheld.sql', CALLS, [['where withheld', 'where not withheld']]),
  ...of('migrations/views/published.public_relations.sql', FACTS, [
    ['and not other.withheld', ''],
    ['select id as project_id, merged_into_id as other_id', 'select merged_into_id as project_id, id as other_id'],
    ['select merged_into_id, id from', 'select id, merged_into_id from'],
  ]),
  ...of('migrations/views/published.open_documents.sql', FACTS, [
    ['and not newest.secure_link', ''],
    ["and newest.scan = 'clean'", ''],
    ['documents.deleted_at is null and', ''],
    ['and revisions.deleted_at is null', ''],
    ['order by revision desc limit 1', 'order by revision limit 1'],
  ]),
  ...of('migrations/views/published.document_texts.sql', TEXTS, [
    ['revisions.deleted_at is null and', ''],
    ["and revisions.scan = 'clean'", ''],
    ['newer.revision > revisions.revision', 'newer.revision >= revisions.revision'],
    ['newer.revision > revisions.revision', 'newer.revision < revisions.revision'],
    ['\n                      and newer.deleted_at is null', ''],
  ]),
  ...of('migrations/views/published.documents.sql', TEXTS, [['where deleted_at is null', '']]),
  ...of(
    'migrations/views/published.open_lists.sql',
    ['modules/dashboard/deadlines'],
    [
      ['where pending_count > 0', ''],
      ['where pending_count > 0', 'where pending_count > 1'],
    ],
  ),
  ...of(
    'migrations/views/published.open_sessions.sql',
    ['modules/health/health', 'modules/identity/identity', 'modules/identity/sign-in/own-sessions'],
    [['where ended_at is null', '']],
  ),
  ...of(
    'migrations/views/published.stand_ins.sql',
    ['modules/identity/stand-ins/stand-ins'],
    [['where ended_at is null', '']],
  ),
  ...of(
    'migrations/functions/form_moved.sql',
    ['modules/project-list/list'],
    [
      ['array[old.project_id, new.project_id]', 'array[new.project_id]'],
      ['array[old.project_id, new.project_id]', 'array[old.project_id]'],
      ['or (old.ordinal is distinct from new.ordinal)', ''],
    ],
  ),
];
