-- Updates number and value of projects in the totals of a list after its items were added, decided or removed.
create or replace function list_items_changed() returns trigger language plpgsql as $$
declare
  added project_list_items[];
  removed project_list_items[];
  lists integer[]; projects integer[]; pending_count integer[]; total_value numeric[];
begin
  if tg_op <> 'DELETE' then select array_agg(row(new_rows.*)::project_list_items) into added from new_rows; end if;
  if tg_op <> 'INSERT' then select array_agg(row(old_rows.*)::project_list_items) into removed from old_rows; end if;
  select array_agg(changed.list_id), array_agg(changed.projects), array_agg(changed.pending_count),
         array_agg(changed.total_value)
  into lists, projects, pending_count, total_value
  from (select list_id, sum(change) as projects, coalesce(sum(change) filter (where decision is null), 0) as pending_count,
               coalesce(sum(change * (snapshot ->> 'totalValue')::numeric), 0) as total_value
        from (select list_id, decision, snapshot, 1 as change from unnest(added)
              union all
              select list_id, decision, snapshot, -1 from unnest(removed)) each
        group by list_id) changed
  where (changed.projects, changed.pending_count, changed.total_value) <> (0, 0, 0);
  if lists is not null then perform add_to_list_totals(lists, projects, pending_count, total_value); end if;
  return null;
end $$;

create or replace trigger list_totals_added after insert on project_list_items
  referencing new table as new_rows
  for each statement
  execute function list_items_changed();

create or replace trigger list_totals_changed after update on project_list_items
  referencing old table as old_rows new table as new_rows
  for each statement
  execute function list_items_changed();

create or replace trigger list_totals_removed after delete on project_list_items
  referencing old table as old_rows
  for each statement
  execute function list_items_changed();

-- Earlier versions had one function for each event.
drop function if exists list_items_inserted(), list_items_updated(), list_items_deleted();
