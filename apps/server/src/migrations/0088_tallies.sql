-- How many projects of each status are found under what a filter of the list looks for: beginnings of their codes and
-- numbers, words of their names, words that its search looks in, their owners and proposers, and words of the names of
-- these. To count them takes the longer the more there are; what is kept is read by key.
create table project_tallies (
  field text not null,
  term text collate "C" not null,
  status smallint not null,
  projects integer not null,
  primary key (field, term, status)
);
-- What has changed since a job added it up last, more or less: nobody waits for a tally that another transaction holds.
create table project_tally_changes (
  field text not null,
  term text collate "C" not null,
  status smallint not null,
  projects integer not null
);
create index project_tally_changes_term on project_tally_changes (field, term, status);

/* The words of a folded key, each once; not its numbers, of which there are nearly as many as projects. */
create function pimis_words_of(key text) returns setof text language sql immutable parallel safe as $$
  select distinct word from string_to_table(key, ' ') word where word <> '' and word !~ '^[0-9]+$'
$$;

/*
 * Under what a project is found. Beginnings are of six letters at most, as longer ones leave few; of codes and numbers
 * the search has what stands between the digits, as all of them would be as many terms as projects.
 */
create function pimis_tallied_terms(
  code_key text, number_key text, name_key text,
  owner_id text, owner_name_key text, proposer_id text, proposer_name_key text)
  returns table (field text, term text) language sql immutable parallel safe as $$
  select 'code', left(code_key, letters) from generate_series(1, least(6, length(code_key))) letters
  where substr(code_key, letters, 1) <> ' '
  union all
  select 'number', left(number_key, letters) from generate_series(1, least(6, length(number_key))) letters
  where substr(number_key, letters, 1) <> ' '
  union all
  select 'name', word from pimis_words_of(name_key) word
  union all
  select 'search', word from pimis_words_of(
    name_key || owner_name_key || ' ' || regexp_replace(code_key || ' ' || number_key, '[0-9]+', ' ', 'g')) word
  union all
  select 'owner', owner_id
  union all
  select 'ownerName', word from pimis_words_of(owner_name_key) word
  union all
  select 'proposer', proposer_id
  union all
  select 'proposerName', word from pimis_words_of(proposer_name_key) word
$$;

/*
 * Whoever names an organization anew and whoever gives it a project wait for each other: who comes second sees what the
 * first has written, and counts by one name. Not by the row of the organization: those who give it projects share it,
 * and one after the other would pass whoever waits for all of them to have gone. A few locks for all organizations: a
 * statement may be about thousands.
 */
create function pimis_hold_names(ids text[], alone boolean) returns void language plpgsql as $$
declare lock integer;
begin
  for lock in select distinct hashtext(id) & 255 from unnest(ids) id order by 1 loop
    if alone then
      perform pg_advisory_xact_lock(7136413, lock);
    else
      perform pg_advisory_xact_lock_shared(7136413, lock);
    end if;
  end loop;
end $$;

create function pimis_projects_added_to_tallies() returns trigger language plpgsql as $$
begin
  perform pimis_hold_names(array(
    select organization_id from fresh union select proposer_organization_id from fresh), false);
  insert into project_tally_changes
  select terms.field, terms.term, fresh.status, count(*)
  from fresh
  join organizations owner on owner.id = organization_id
  join organizations proposer on proposer.id = proposer_organization_id,
  pimis_tallied_terms(
    code_key, number_key, fresh.name_key, owner.id, owner.name_key, proposer.id, proposer.name_key) terms
  group by terms.field, terms.term, fresh.status;
  return null;
end $$;
create trigger keep_tallies_added after insert on projects
  referencing new table as fresh for each statement execute function pimis_projects_added_to_tallies();

create function pimis_projects_changed_in_tallies() returns trigger language plpgsql as $$
begin
  -- A step within a tab changes none of these: it does not pay for finding all terms of the project.
  if not exists (
    select from fresh join past on past.id = fresh.id
    where (fresh.status, fresh.code, fresh.number, fresh.name, fresh.organization_id, fresh.proposer_organization_id)
      is distinct from
        (past.status, past.code, past.number, past.name, past.organization_id, past.proposer_organization_id)
  ) then
    return null;
  end if;
  perform pimis_hold_names(array(
    select organization_id from fresh union select organization_id from past
    union select proposer_organization_id from fresh union select proposer_organization_id from past), false);
  insert into project_tally_changes
  select field, term, status, sum(change)
  from (
    select terms.field, terms.term, changed.status, changed.change
    from (select *, 1 as change from fresh union all select *, -1 from past) changed
    join organizations owner on owner.id = organization_id
    join organizations proposer on proposer.id = proposer_organization_id,
    pimis_tallied_terms(
      code_key, number_key, changed.name_key, owner.id, owner.name_key, proposer.id, proposer.name_key) terms
  ) changes
  group by field, term, status
  having sum(change) <> 0;
  return null;
end $$;
create trigger keep_tallies_changed after update on projects
  referencing old table as past new table as fresh for each statement execute function pimis_projects_changed_in_tallies();

create function pimis_organizations_named_in_tallies() returns trigger language plpgsql as $$
declare renamed text[] := array(
  select fresh.id from fresh join past on past.id = fresh.id where past.name_key <> fresh.name_key);
begin
  if cardinality(renamed) = 0 then return null; end if;
  perform pimis_hold_names(renamed, true);
  insert into project_tally_changes
  select field, term, status, sum(change)
  from (
    select terms.field, terms.term, projects.status, named.change
    from projects
    join organizations owner on owner.id = organization_id
    join organizations proposer on proposer.id = proposer_organization_id
    left join past former_owner on former_owner.id = organization_id
    left join past former_proposer on former_proposer.id = proposer_organization_id,
    lateral (values
      (1, owner.name_key, proposer.name_key),
      (-1, coalesce(former_owner.name_key, owner.name_key), coalesce(former_proposer.name_key, proposer.name_key))
    ) named (change, owner_name, proposer_name),
    pimis_tallied_terms(
      code_key, number_key, projects.name_key, owner.id, owner_name, proposer.id, proposer_name) terms
    where organization_id = any(renamed) or proposer_organization_id = any(renamed)
  ) changes
  group by field, term, status
  having sum(change) <> 0;
  return null;
end $$;
create trigger keep_tallies_named after update on organizations
  referencing old table as past new table as fresh for each statement
  execute function pimis_organizations_named_in_tallies();

-- What there is already; nobody writes projects or organizations until the triggers stand.
insert into project_tallies
select terms.field, terms.term, projects.status, count(*)
from projects
join organizations owner on owner.id = organization_id
join organizations proposer on proposer.id = proposer_organization_id,
pimis_tallied_terms(
  code_key, number_key, projects.name_key, owner.id, owner.name_key, proposer.id, proposer.name_key) terms
group by terms.field, terms.term, projects.status;

-- Words are looked for wherever letters stand in them.
create index project_tallies_words on project_tallies using gin (term gin_trgm_ops)
  where field in ('name', 'search', 'ownerName', 'proposerName');

create view published.project_tallies as
  select field, term, status, projects from project_tallies
  union all
  select field, term, status, projects from project_tally_changes;
