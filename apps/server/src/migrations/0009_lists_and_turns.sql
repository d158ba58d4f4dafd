-- Steps of the state that stand open on the project, as the guards of the workflow leave them: whose turn it is. Null
-- where nothing is known yet but the state itself.
alter table projects add column open_turns text[];
update projects set open_turns = case
  when exists (select 1 from important_lists chosen where chosen.project_id = projects.id) then array['createList']
  else array['putOnList'] end
where status = 0 and phase = 3 and phase_status = 17;

-- The step that somebody was told of, with the notification itself.
alter table notifications add column turn text;

-- Until when a postponed project rests, from the step that postponed it.
update projects set postponed_until = (
  select activity.postponed_date from project_activities activity
  where activity.project_id = projects.id and activity.postponed_date is not null order by activity.id desc limit 1)
where status = 0 and phase_status in (8, 30);
-- It waits for nobody before that day, as a quarter's report does before the quarter is over.
update projects
set waiting_since = greatest(waiting_since, postponed_until::timestamp at time zone 'Europe/Belgrade'),
    open_turns = case when postponed_until > (now() at time zone 'Europe/Belgrade')::date then array[]::text[] end
where postponed_until is not null;
update projects
set waiting_since = greatest(waiting_since, (make_date(substring(newest.name from '-(\d{4})-')::integer, 1, 1)
  + make_interval(months => 3 * substring(newest.name from '-(\d)$')::integer)) at time zone 'Europe/Belgrade')
from (select distinct on (project_id) project_id, name, status from project_forms where code = 'kvartalni'
      order by project_id, ordinal desc) newest
where newest.project_id = projects.id and projects.status = 0 and projects.phase = 5 and projects.phase_status = 1
  and newest.status <> 4 and newest.name ~ '-\d{4}-[1-4]$';

-- The form that a project stood on a list with, as it was: at the decision, or until then at the creation of the list.
alter table project_list_items add column form_id integer references project_forms (id);
alter table project_list_items add column form_revision integer;
alter table project_list_items add column form_status smallint;
update project_list_items items
set form_id = taken.form_id, form_revision = taken.form_revision,
    form_status = case when (items.snapshot ->> 'phase')::integer = 5 then null else 4 end
from project_activities taken
where items.decision is not null and taken.form_revision is not null and taken.project_id = items.project_id and taken.created_at = items.decided_at
  and taken.previous_status = 6 and taken.action = items.decision;
update project_list_items items
set form_id = form.id, form_status = form.status, form_revision = form.revision
from project_phases phases
join lateral (
  select forms.id, forms.status, saved.revision
  from project_forms forms join form_revisions saved on saved.form_id = forms.id
  where forms.project_phase_id = phases.id order by forms.ordinal desc, saved.revision desc limit 1) form on true
where items.form_id is null and items.decision is null and phases.project_id = items.project_id
  and phases.phase = (items.snapshot ->> 'phase')::integer;

-- A project that was finished while it stood before the commission was stopped: its list has that as the decision.
update project_list_items items
set decision = 3, decision_date = (stopped.created_at at time zone 'Europe/Belgrade')::date,
    decision_comment = stopped.comment, decided_at = stopped.created_at, decided_by = stopped.user_id
from project_activities stopped
where items.decision is null and stopped.project_id = items.project_id and stopped.operation = 'finish'
  and stopped.previous_status = 6
  and items.list_id = (select max(list_id) from project_list_items newest where newest.project_id = items.project_id);

-- Names that an address cannot carry.
update project_lists set name = 'Листа ' || id where btrim(name) in ('', '.', '..');

-- Indicators belong to approved quarters.
delete from project_indicators using project_forms form
where form.id = project_indicators.form_id and form.status <> 4;
