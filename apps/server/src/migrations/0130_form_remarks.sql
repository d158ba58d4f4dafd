-- Remarks of those who return a form, and the return that a phase has to answer.

alter table project_phases add column returned_activity_id bigint references project_activities (id);
comment on column project_phases.returned_activity_id is
  'The step that returned the form of the phase, until it is sent again.';

-- Phases that stand returned today.
update project_phases set returned_activity_id = last.returned
from projects, (
  select project_phase_id,
         max(id) filter (where operation in ('return', 'returnToEntry', 'updateImportant', 'requestChange', 'commissionAmend'))
           as returned,
         max(id) filter (where operation in ('send', 'sendQuarter', 'sendPhase', 'sendAmendment')) as sent
  from project_activities group by project_phase_id
) last
where last.project_phase_id = project_phases.id
  and projects.id = project_phases.project_id and projects.phase = project_phases.phase and projects.status = 0
  and last.returned > coalesce(last.sent, 0);

create table form_remarks (
  id integer generated always as identity primary key,
  form_id integer not null references project_forms (id),
  place text check (char_length(place) between 1 and 300),
  text text not null check (char_length(text) between 1 and 2000),
  revision integer not null check (revision >= 0),
  user_id integer not null references users (id),
  user_name text not null,
  created_at timestamptz not null default now(),
  activity_id bigint references project_activities (id),
  answer text check (char_length(answer) between 1 and 2000),
  done boolean not null default false,
  answered_by integer references users (id),
  answered_name text,
  answered_at timestamptz
);
comment on table form_remarks is
  'Remarks on a form. Without an activity it is a draft of its author; with one it was sent with that return.';
comment on column form_remarks.place is
  'Path of the field with 1-based rows, # and the key of a section, or null for the whole form.';
comment on column form_remarks.revision is 'Newest revision of the form when the remark was written.';
create index form_remarks_form on form_remarks (form_id, id);
create index form_remarks_author on form_remarks (user_id, form_id);
create index form_remarks_answered on form_remarks (answered_by) where answered_by is not null;
