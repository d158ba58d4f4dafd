-- How many projects stand under what a filter of the list looks for: beginnings of their codes and numbers, words of their
-- names, words that its search looks in, owners and proposers. Counting them takes as long as there are many; what is kept
-- is read by key.
create table project_tallies (
  field text not null,
  term text collate "C" not null,
  status smallint not null,
  projects integer not null,
  primary key (field, term, status)
);
-- What has changed since a job added it up last: nobody waits for a tally that another transaction holds.
create table project_tally_changes (
  field text not null,
  term text collate "C" not null,
  status smallint not null,
  projects integer not null
);
create index project_tally_changes_term on project_tally_changes (field, term, status);

/*
 * Under what a project is found. Longer beginnings leave few projects; numbers are nearly as many as projects, so that of
 * the codes that the search looks in their letters alone are kept.
 */
create function pimis_tallied_terms(
  code_key text, number_key text, name_key text, owner_id text, proposer_id text, owner_name_key text)
  returns table (field text, term text) language sql immutable parallel safe as $$
  select 'code', left(code_key, letters) from generate_series(1, least(6, length(code_key))) letters
  where substr(code_key, letters, 1) <> ' '
  union all
  select 'number', left(number_key, letters) from generate_series(1, least(6, length(number_key))) letters
  where substr(number_key, letters, 1) <> ' '
  union all
  select distinct 'name', word from string_to_table(name_key, ' ') word where word <> '' and word !~ '^[0-9]+$'
  union all
  select distinct 'search', word
  from string_to_table(
    name_key || owner_name_key || ' ' || regexp_replace(code_key || ' ' || number_key, '[0-9]+', ' ', 'g'), ' ') word
  where word <> '' and word !~ '^[0-9]+$'
  union all
  select 'owner', owner_id
  union all
  select 'proposer', proposer_id
$$;

/*
 * Who names an organization anew and who gives it a project wait for each other: each sees then what the other wrote.
 */
create function pimis_hold_owners(ids text[]) returns void language sql as $$
  select from organizations where id = any(ids) order by id for share
$$;

create function pimis_projects_added_to_tallies() returns trigger language plpgsql as $$
begin
  perform pimis_hold_owners(array(select distinct organization_id from fresh));
  insert into project_tally_changes
  select terms.field, terms.term, fresh.status, count(*)
  from fresh
  join organizations owner on owner.id = fresh.organization_id,
  pimis_tallied_terms(
    code_key, number_key, fresh.name_key, organization_id, proposer_organization_id, owner.name_key) terms
  group by terms.field, terms.term, fresh.status;
  return null;
end $$;
create trigger keep_tallies_added after insert on projects
  referencing new table as fresh for each statement execute function pimis_projects_added_to_tallies();

create function pimis_projects_changed_in_tallies() returns trigger language plpgsql as $$
begin
  -- A step changes none of these: it is not to pay for taking the project apart.
  if not exists (
    select from fresh join past on past.id = fresh.id
    where (fresh.status, fresh.code, fresh.number, fresh.name, fresh.organization_id, fresh.proposer_organization_id)
      is distinct from
        (past.status, past.code, past.number, past.name, past.organization_id, past.proposer_organization_id)
  ) then
    return null;
  end if;
  perform pimis_hold_owners(array(
    select organization_id from fresh union select organization_id from past));
  insert into project_tally_changes
  select field, term, status, sum(change)
  from (
    select terms.field, terms.term, changed.status, changed.change
    from (select *, 1 as change from fresh union all select *, -1 from past) changed
    join organizations owner on owner.id = changed.organization_id,
    pimis_tallied_terms(
      code_key, number_key, changed.name_key, organization_id, proposer_organization_id, owner.name_key) terms
  ) changes
  group by field, term, status
  having sum(change) <> 0;
  return null;
end $$;
create trigger keep_tallies_changed after update on projects
  referencing old table as past new table as fresh for each statement execute function pimis_projects_changed_in_tallies();

create function pimis_owners_named_in_tallies() returns trigger language plpgsql as $$
begin
  insert into project_tally_changes
  select field, term, status, sum(change)
  from (
    select terms.field, terms.term, projects.status, named.change
    from (
      select fresh.id, fresh.name_key, 1 as change
      from fresh join past on past.id = fresh.id and past.name_key <> fresh.name_key
      union all
      select past.id, past.name_key, -1
      from fresh join past on past.id = fresh.id and past.name_key <> fresh.name_key
    ) named
    join projects on projects.organization_id = named.id,
    pimis_tallied_terms(
      code_key, number_key, projects.name_key, organization_id, proposer_organization_id, named.name_key) terms
  ) changes
  group by field, term, status
  having sum(change) <> 0;
  return null;
end $$;
create trigger keep_tallies_named after update on organizations
  referencing old table as past new table as fresh for each statement execute function pimis_owners_named_in_tallies();

-- What there is already; nobody writes projects or organizations until the triggers stand.
insert into project_tallies
select terms.field, terms.term, projects.status, count(*)
from projects
join organizations owner on owner.id = organization_id,
pimis_tallied_terms(
  code_key, number_key, projects.name_key, organization_id, proposer_organization_id, owner.name_key) terms
group by terms.field, terms.term, projects.status;

-- Words are looked for wherever letters stand in them.
create index project_tallies_words on project_tallies using gin (term gin_trgm_ops)
  where field in ('name', 'search');

create view published.project_tallies as
  select field, term, status, projects from project_tallies
  union all
  select field, term, status, projects from project_tally_changes;
