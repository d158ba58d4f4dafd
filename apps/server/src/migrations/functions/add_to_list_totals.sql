-- Adds to the totals of commission lists. Locks lists in the same order, so that concurrent changes cannot deadlock.
create or replace function add_to_list_totals(
  lists integer[], more_projects integer[], more_undecided integer[], more_value numeric[])
  returns void language plpgsql as $$
begin
  perform from project_lists where id = any(lists) order by id for no key update;
  update project_lists kept
  set projects = kept.projects + given.projects, pending_count = kept.pending_count + given.pending_count,
      total_value = kept.total_value + given.total_value
  from unnest(lists, more_projects, more_undecided, more_value) as given (list_id, projects, pending_count, total_value)
  where kept.id = given.list_id;
end $$;
