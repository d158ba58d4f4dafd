-- How many projects stand under what a filter of the list looks for: beginnings of their codes and numbers, words of their
-- names, owners and proposers. Counting them takes as long as there are many; what is kept is read by key.
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

/* Under what a project is found. Longer beginnings leave few projects; numbers within names are nearly as many as projects. */
create function pimis_tallied_terms(code_key text, number_key text, name_key text, owner_id text, proposer_id text)
  returns table (field text, term text) language sql immutable parallel safe as $$
  select 'code', left(code_key, letters) from generate_series(1, least(6, length(code_key))) letters
  where substr(code_key, letters, 1) <> ' '
  union all
  select 'number', left(number_key, letters) from generate_series(1, least(6, length(number_key))) letters
  where substr(number_key, letters, 1) <> ' '
  union all
  select distinct 'name', word from string_to_table(name_key, ' ') word where word <> '' and word !~ '^[0-9]+$'
  union all
  select 'owner', owner_id
  union all
  select 'proposer', proposer_id
$$;

create function pimis_projects_added_to_tallies() returns trigger language plpgsql as $$
begin
  insert into project_tally_changes
  select terms.field, terms.term, fresh.status, count(*)
  from fresh, pimis_tallied_terms(code_key, number_key, name_key, organization_id, proposer_organization_id) terms
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
  insert into project_tally_changes
  select field, term, status, sum(change)
  from (
    select terms.field, terms.term, fresh.status, 1 as change
    from fresh, pimis_tallied_terms(code_key, number_key, name_key, organization_id, proposer_organization_id) terms
    union all
    select terms.field, terms.term, past.status, -1
    from past, pimis_tallied_terms(code_key, number_key, name_key, organization_id, proposer_organization_id) terms
  ) changes
  group by field, term, status
  having sum(change) <> 0;
  return null;
end $$;
create trigger keep_tallies_changed after update on projects
  referencing old table as past new table as fresh for each statement execute function pimis_projects_changed_in_tallies();

-- What there is already; nobody writes projects until the triggers stand.
insert into project_tallies
select terms.field, terms.term, status, count(*)
from projects, pimis_tallied_terms(code_key, number_key, name_key, organization_id, proposer_organization_id) terms
group by terms.field, terms.term, status;

-- Words are looked for wherever letters stand in them.
create index project_tallies_words on project_tallies using gin (term gin_trgm_ops) where field = 'name';

create view published.project_tallies as
  select field, term, status, projects from project_tallies
  union all
  select field, term, status, projects from project_tally_changes;
