-- Projects put on a list.
create or replace function list_items_inserted() returns trigger language plpgsql as $$
declare lists integer[]; projects integer[]; pending_count integer[]; total_value numeric[];
begin
  select array_agg(changed.list_id), array_agg(changed.projects), array_agg(changed.pending_count),
         array_agg(changed.total_value)
  into lists, projects, pending_count, total_value
  from (select list_id, count(*) as projects, count(*) filter (where decision is null) as pending_count,
               coalesce(sum((snapshot ->> 'totalValue')::numeric), 0) as total_value
        from new_rows group by list_id) changed;
  if lists is not null then perform add_to_list_totals(lists, projects, pending_count, total_value); end if;
  return null;
end $$;

create or replace trigger list_totals_added after insert on project_list_items
  referencing new table as new_rows
  for each statement
  execute function list_items_inserted();
