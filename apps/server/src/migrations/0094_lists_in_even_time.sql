-- How many projects a list holds and what they cost together, kept with the list as what is undecided of it is (0086):
-- lists of a type are shown without a look at what stands on them. Taken alone: whoever puts projects on a list or decides
-- writes here in the same transaction, and waits until what is there is added up.
lock table project_lists in access exclusive mode;
alter table project_lists
  add column projects integer not null default 0,
  add column total_value numeric not null default 0;
update project_lists lists set projects = counted.projects, total_value = counted.total_value
from (select list_id, count(*)::integer as projects,
             coalesce(sum((snapshot ->> 'totalValue')::numeric), 0) as total_value
      from project_list_items group by list_id) counted
where counted.list_id = lists.id;

drop function pimis_add_undecided(integer[], integer[]);
/* Adds to what is kept of these lists; two who change the same lists lock them in the same order. */
create function pimis_add_to_lists(
  lists integer[], more_projects integer[], more_undecided integer[], more_value numeric[])
  returns void language plpgsql as $$
begin
  perform from project_lists where id = any(lists) order by id for no key update;
  update project_lists kept
  set projects = kept.projects + given.projects, undecided = kept.undecided + given.undecided,
      total_value = kept.total_value + given.total_value
  from unnest(lists, more_projects, more_undecided, more_value) as given (list_id, projects, undecided, total_value)
  where kept.id = given.list_id;
end $$;

create or replace function pimis_items_added() returns trigger language plpgsql as $$
declare lists integer[]; projects integer[]; undecided integer[]; total_value numeric[];
begin
  select array_agg(changed.list_id), array_agg(changed.projects), array_agg(changed.undecided),
         array_agg(changed.total_value)
  into lists, projects, undecided, total_value
  from (select list_id, count(*) as projects, count(*) filter (where decision is null) as undecided,
               coalesce(sum((snapshot ->> 'totalValue')::numeric), 0) as total_value
        from fresh group by list_id) changed;
  if lists is not null then perform pimis_add_to_lists(lists, projects, undecided, total_value); end if;
  return null;
end $$;
create or replace function pimis_items_removed() returns trigger language plpgsql as $$
declare lists integer[]; projects integer[]; undecided integer[]; total_value numeric[];
begin
  select array_agg(changed.list_id), array_agg(changed.projects), array_agg(changed.undecided),
         array_agg(changed.total_value)
  into lists, projects, undecided, total_value
  from (select list_id, -count(*) as projects, -count(*) filter (where decision is null) as undecided,
               -coalesce(sum((snapshot ->> 'totalValue')::numeric), 0) as total_value
        from past group by list_id) changed;
  if lists is not null then perform pimis_add_to_lists(lists, projects, undecided, total_value); end if;
  return null;
end $$;
create or replace function pimis_items_changed() returns trigger language plpgsql as $$
declare lists integer[]; projects integer[]; undecided integer[]; total_value numeric[];
begin
  select array_agg(changed.list_id), array_agg(changed.projects), array_agg(changed.undecided),
         array_agg(changed.total_value)
  into lists, projects, undecided, total_value
  from (select list_id, sum(change) as projects, coalesce(sum(change) filter (where decision is null), 0) as undecided,
               coalesce(sum(change * (snapshot ->> 'totalValue')::numeric), 0) as total_value
        from (select list_id, decision, snapshot, 1 as change from fresh
              union all
              select list_id, decision, snapshot, -1 from past) each
        group by list_id) changed
  where (changed.projects, changed.undecided, changed.total_value) <> (0, 0, 0);
  if lists is not null then perform pimis_add_to_lists(lists, projects, undecided, total_value); end if;
  return null;
end $$;

-- Columns by which the long registries are sorted, and filtered by a value or a day. Downwards rows without a value come
-- last all the same: both parts are read along the index.
create index appropriations_chapter on appropriations (chapter, id);
create index appropriations_subchapter on appropriations (subchapter, id);
create index appropriations_program on appropriations (program_code, id);
create index appropriations_project on appropriations (project_code, id);
create index appropriations_function on appropriations (function_code, id);
create index appropriations_source on appropriations (source_of_funding_code, id);
create index appropriations_current_amount on appropriations (current_amount, id);
create index appropriations_valid_from on appropriations (valid_from, id);
create index appropriations_valid_to on appropriations (valid_to, id);
create index budget_users_account on budget_users (execution_account, id);
create index budget_users_address on budget_users (address, id);
create index budget_users_phone on budget_users (phone_number, id);
create index budget_users_email on budget_users (email, id);
create index budget_users_treasury on budget_users (treasury_branch_code, id);
create index budget_users_activity on budget_users (activity, id);
create index budget_users_parent on budget_users (parent_id, id);
create index budget_users_municipality on budget_users (municipality_code, id);
create index budget_users_valid_from on budget_users (valid_from, id);
create index budget_users_valid_to on budget_users (valid_to, id);
