-- Lists with a project that nobody has decided, one probe of the index for each: what stands on them is not counted.
create view published.open_lists as
  with recursive open as (
    (select list_id from project_list_items where decision is null order by list_id limit 1)
    union all
    select (select list_id from project_list_items where decision is null and list_id > open.list_id
            order by list_id limit 1)
    from open where open.list_id is not null)
  select list_id from open where list_id is not null;
