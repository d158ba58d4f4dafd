-- Decisions and facts of projects on a list.
create or replace function list_items_updated() returns trigger language plpgsql as $$
declare lists integer[]; projects integer[]; pending_count integer[]; total_value numeric[];
begin
  select array_agg(changed.list_id), array_agg(changed.projects), array_agg(changed.pending_count),
         array_agg(changed.total_value)
  into lists, projects, pending_count, total_value
  from (select list_id, sum(change) as projects, coalesce(sum(change) filter (where decision is null), 0) as pending_count,
               coalesce(sum(change * (snapshot ->> 'totalValue')::numeric), 0) as total_value
        from (select list_id, decision, snapshot, 1 as change from new_rows
              union all
              select list_id, decision, snapshot, -1 from old_rows) each
        group by list_id) changed
  where (changed.projects, changed.pending_count, changed.total_value) <> (0, 0, 0);
  if lists is not null then perform add_to_list_totals(lists, projects, pending_count, total_value); end if;
  return null;
end $$;

create or replace trigger list_totals_changed after update on project_list_items
  referencing old table as old_rows new table as new_rows
  for each statement
  execute function list_items_updated();
