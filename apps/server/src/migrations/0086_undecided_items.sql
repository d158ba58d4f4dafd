-- How many projects of a list nobody has decided, kept with the list (docs/decisions/0035-access.md): the dashboard
-- counts open lists and shows those with the nearest session, and what stands on them is not read for it. Triggers write
-- it, in the transaction of whoever puts projects on a list or decides.
alter table project_lists add column undecided integer not null default 0;
update project_lists lists set undecided = open.items
from (select list_id, count(*)::integer as items from project_list_items where decision is null group by list_id) open
where open.list_id = lists.id;
create index project_lists_open on project_lists (session_on, id desc) include (undecided) where undecided > 0;

/* Adds to what is kept of these lists; two who decide on the same lists lock them in the same order. */
create function pimis_add_undecided(lists integer[], changes integer[]) returns void language plpgsql as $$
begin
  perform from project_lists where id = any(lists) order by id for no key update;
  update project_lists set undecided = undecided + change
  from unnest(lists, changes) as given (list_id, change) where id = list_id;
end $$;

create function pimis_items_added() returns trigger language plpgsql as $$
declare lists integer[]; changes integer[];
begin
  select array_agg(list_id), array_agg(change) into lists, changes
  from (select list_id, count(*)::integer as change from fresh where decision is null group by list_id) changed;
  if lists is not null then perform pimis_add_undecided(lists, changes); end if;
  return null;
end $$;
create function pimis_items_removed() returns trigger language plpgsql as $$
declare lists integer[]; changes integer[];
begin
  select array_agg(list_id), array_agg(change) into lists, changes
  from (select list_id, -count(*)::integer as change from past where decision is null group by list_id) changed;
  if lists is not null then perform pimis_add_undecided(lists, changes); end if;
  return null;
end $$;
create function pimis_items_changed() returns trigger language plpgsql as $$
declare lists integer[]; changes integer[];
begin
  select array_agg(list_id), array_agg(change) into lists, changes
  from (select list_id, sum(change)::integer as change
        from (select list_id, 1 as change from fresh where decision is null
              union all
              select list_id, -1 from past where decision is null) each
        group by list_id having sum(change) <> 0) changed;
  if lists is not null then perform pimis_add_undecided(lists, changes); end if;
  return null;
end $$;
create trigger keep_undecided_added after insert on project_list_items
  referencing new table as fresh for each statement execute function pimis_items_added();
create trigger keep_undecided_changed after update on project_list_items
  referencing old table as past new table as fresh for each statement execute function pimis_items_changed();
create trigger keep_undecided_removed after delete on project_list_items
  referencing old table as past for each statement execute function pimis_items_removed();

drop view published.open_lists;
create view published.open_lists as
  select id, type, name, session_on, undecided from project_lists where undecided > 0;

-- What nobody has decided of the projects of one organization.
create index project_list_items_undecided on project_list_items (project_id, list_id) where decision is null;
drop index project_list_items_open;
