-- expand: adds a column and its index, and puts an index in the place of one that had other columns.
-- The last day on which the open step is done in time; null if no step is open (docs/decisions/0009-open-steps.md). A list
-- compares one column in place of a norm for each status. The norms are those of stepNormDays in the domain package: a
-- test compares them, and a migration that changes one sets the expression anew.
alter table projects add column step_due_on date
  generated always as (
    case when cardinality(open_steps) > 0 then
      (waiting_since at time zone 'Europe/Belgrade')::date
      + case when phase_status in (1, 5, 6, 10, 14, 15, 16, 17, 28) then 30 when phase_status = 29 then 15 else 7 end
    end) stored;

alter table project_visibility add column step_due_on date;
update project_visibility set step_due_on = projects.step_due_on
from projects where projects.id = project_visibility.project_id and projects.step_due_on is not null;

create index projects_step_due on projects (status, step_due_on, id) include (last_changed_at);
drop index projects_changed;
create index projects_changed on projects (status, last_changed_at, id)
  include (step_due_on, organization_id, proposer_organization_id, code_key, number_key, name_key);
