-- A database of an earlier version keeps no needs yet. `select refresh_project_needs(array(select id from projects))`
-- makes them anew at any time.
-- After 0151_fiscal_calendar.sql: about 0.6 ms a row of project_forms.
do $$ begin
  if exists (select from project_needs) then return; end if;
  perform refresh_project_needs(array(
    select project_id from project_plans union select project_id from project_forms where status = 4));
end $$;
