-- Adds new projects to project_visibility and to the counts of states.
create or replace function projects_inserted() returns trigger language plpgsql as $$
begin
  perform refresh_project_visibility(array(select id from new_rows));
  insert into project_state_counts
  select status, phase, phase_status, foreign_funds, open_steps, count(*) from new_rows
  group by status, phase, phase_status, foreign_funds, open_steps;
  return null;
end $$;

create or replace trigger visibility_inserted after insert on projects
  referencing new table as new_rows
  for each statement
  execute function projects_inserted();
