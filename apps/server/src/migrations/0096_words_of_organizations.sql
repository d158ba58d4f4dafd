-- Under the words of their organizations' names projects stand in order too: those of a name that thousands of projects have
-- were as many looks as organizations have it. Where a word stands of a project:
--   1 in its name; 2 in its code or number;
--   3 in the names of both its owner and its proposer, which are one organization as a rule; 4 in its owner's alone;
--   5 in its proposer's alone.
drop view published.project_words;
drop trigger keep_words_added on projects;
drop trigger keep_words_changed on projects;
drop function pimis_projects_added_to_words(), pimis_projects_changed_in_words(), pimis_words_in_order(text, text, text);
drop table project_words;

create table project_words (
  last_changed_at timestamptz not null,
  project_id integer not null,
  status smallint not null,
  place smallint not null check (place between 1 and 5),
  word text collate "C" not null,
  primary key (word, place, status, last_changed_at, project_id)
);

/* The words under which a project stands here, by place; of codes and numbers what stands between the digits. */
create function pimis_words_in_order(
  code_key text, number_key text, name_key text, owner_name_key text, proposer_name_key text)
  returns table (word text, place integer) language sql immutable parallel safe as $$
  select word, 1 from pimis_words_of(name_key) word where length(word) >= 3
  union all
  select word, 2 from pimis_words_of(regexp_replace(code_key || ' ' || number_key, '[0-9]+', ' ', 'g')) word
  where length(word) >= 3
  union all
  select word, 3 from pimis_words_of(owner_name_key) word
  where owner_name_key = proposer_name_key and length(word) >= 3
  union all
  select word, case when bool_and(of_owner) then 4 when bool_or(of_owner) then 3 else 5 end
  from (
    select word, true from pimis_words_of(owner_name_key) word where owner_name_key <> proposer_name_key
    union all
    select word, false from pimis_words_of(proposer_name_key) word where owner_name_key <> proposer_name_key
  ) of_two (word, of_owner)
  where length(word) >= 3 group by word
$$;

/*
 * Names of organizations are held as for the tallies (0088), by a step too: what it writes has them. They are asked for by
 * key, project by project: joined, the kept plan of many projects would read all organizations for each one later.
 */
create function pimis_projects_added_to_words() returns trigger language plpgsql as $$
begin
  perform pimis_hold_names(array(
    select organization_id from fresh union select proposer_organization_id from fresh), false);
  insert into project_words (word, place, status, last_changed_at, project_id)
  select words.word, words.place, fresh.status, fresh.last_changed_at, fresh.id
  from fresh, lateral (
    select (select organizations.name_key from organizations where organizations.id = organization_id) as owner,
           (select organizations.name_key from organizations where organizations.id = proposer_organization_id) as proposer
    offset 0) named,
  pimis_words_in_order(code_key, number_key, name_key, named.owner, named.proposer) words;
  return null;
end $$;
create trigger keep_words_added after insert on projects
  referencing new table as fresh for each statement execute function pimis_projects_added_to_words();

/*
 * Takes rows out and puts rows in. What is taken out is looked for by key, row by row: joined, the kept plan of many would
 * read all rows that there are for each one later.
 */
create function pimis_change_words(gone project_words[], come project_words[]) returns void language plpgsql as $$
begin
  delete from project_words where ctid = any(array(
    select kept.row
    from unnest(gone) taken cross join lateral (
      select ctid as row from project_words posted
      where posted.word = taken.word and posted.place = taken.place and posted.status = taken.status
        and posted.last_changed_at = taken.last_changed_at and posted.project_id = taken.project_id
      limit 1) kept));
  insert into project_words select * from unnest(come);
end $$;

/* By sums of the rows before and after, not by a join of them: its kept plan would compare each of thousands with each. */
create function pimis_projects_changed_in_words() returns trigger language plpgsql as $$
begin
  -- What is neither a step nor a new name does not pay for finding the words.
  if not exists (
    select id, status, last_changed_at, code_key, number_key, name_key, organization_id, proposer_organization_id from fresh
    except
    select id, status, last_changed_at, code_key, number_key, name_key, organization_id, proposer_organization_id from past
  ) then
    return null;
  end if;
  perform pimis_hold_names(array(
    select organization_id from fresh union select organization_id from past
    union select proposer_organization_id from fresh union select proposer_organization_id from past), false);
  perform pimis_change_words(
    array_agg(row(last_changed_at, id, status, place, word)::project_words) filter (where change < 0),
    array_agg(row(last_changed_at, id, status, place, word)::project_words) filter (where change > 0))
  from (
    select words.word, words.place, changed.status, changed.last_changed_at, changed.id, sum(changed.change) as change
    from (select *, 1 as change from fresh union all select *, -1 from past) changed, lateral (
      select (select organizations.name_key from organizations where organizations.id = organization_id) as owner,
             (select organizations.name_key from organizations where organizations.id = proposer_organization_id) as proposer
      offset 0) named,
    pimis_words_in_order(code_key, number_key, name_key, named.owner, named.proposer) words
    group by words.word, words.place, changed.status, changed.last_changed_at, changed.id
    having sum(changed.change) <> 0
  ) changes;
  return null;
end $$;
create trigger keep_words_changed after update on projects
  referencing old table as past new table as fresh for each statement execute function pimis_projects_changed_in_words();

/*
 * Only what the new name changes is written: a word of many stays where it is. One after the other: where a word stands
 * depends on the names of both organizations of a project, and each would go by the other's old one.
 */
create function pimis_organizations_named_in_words() returns trigger language plpgsql as $$
declare renamed text[] := array(
  select fresh.id from fresh join past on past.id = fresh.id where past.name_key <> fresh.name_key);
begin
  if cardinality(renamed) = 0 then return null; end if;
  perform pg_advisory_xact_lock(7136413, 256);
  perform pimis_hold_names(renamed, true);
  perform pimis_change_words(
    array_agg(row(last_changed_at, id, status, place, word)::project_words) filter (where change < 0),
    array_agg(row(last_changed_at, id, status, place, word)::project_words) filter (where change > 0))
  from (
    select words.word, words.place, projects.status, projects.last_changed_at, projects.id, sum(named.change) as change
    from projects
    join organizations owner on owner.id = organization_id
    join organizations proposer on proposer.id = proposer_organization_id
    left join past former_owner on former_owner.id = organization_id
    left join past former_proposer on former_proposer.id = proposer_organization_id,
    lateral (values
      (1, owner.name_key, proposer.name_key),
      (-1, coalesce(former_owner.name_key, owner.name_key), coalesce(former_proposer.name_key, proposer.name_key))
    ) named (change, owner_name, proposer_name),
    pimis_words_in_order(code_key, number_key, projects.name_key, owner_name, proposer_name) words
    where organization_id = any(renamed) or proposer_organization_id = any(renamed)
    group by words.word, words.place, projects.status, projects.last_changed_at, projects.id
    having sum(named.change) <> 0
  ) changes;
  return null;
end $$;
create trigger keep_words_named after update on organizations
  referencing old table as past new table as fresh for each statement execute function pimis_organizations_named_in_words();

-- What there is already; nobody writes projects or organizations until the triggers stand.
insert into project_words (word, place, status, last_changed_at, project_id)
select words.word, words.place, projects.status, projects.last_changed_at, projects.id
from projects
join organizations owner on owner.id = organization_id
join organizations proposer on proposer.id = proposer_organization_id,
pimis_words_in_order(code_key, number_key, projects.name_key, owner.name_key, proposer.name_key) words
order by 1, 2, 3, 4, 5;

create view published.project_words as
  select word, place, status, last_changed_at, project_id from project_words;
