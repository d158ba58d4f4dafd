-- Under each word the projects that carry it, in the order of their last change: a page of them is read from an end of the
-- word's part of the key, however many projects there are besides. Words of fewer than three letters and numbers are not
-- here: only what is one word of three letters or more, and no number, is looked for in this table.
create table project_words (
  last_changed_at timestamptz not null,
  project_id integer not null,
  status smallint not null,
  -- In the name, or in the code or number; a word may stand in both.
  in_name boolean not null,
  word text collate "C" not null,
  primary key (word, in_name, status, last_changed_at, project_id)
);

/* The words under which a project stands here; of codes and numbers what stands between the digits (pimis_tallied_terms). */
create function pimis_words_in_order(code_key text, number_key text, name_key text)
  returns table (word text, in_name boolean) language sql immutable parallel safe as $$
  select word, true from pimis_words_of(name_key) word where length(word) >= 3
  union all
  select word, false from pimis_words_of(regexp_replace(code_key || ' ' || number_key, '[0-9]+', ' ', 'g')) word
  where length(word) >= 3
$$;

create function pimis_projects_added_to_words() returns trigger language plpgsql as $$
begin
  insert into project_words (word, in_name, status, last_changed_at, project_id)
  select words.word, words.in_name, fresh.status, fresh.last_changed_at, fresh.id
  from fresh, pimis_words_in_order(code_key, number_key, name_key) words;
  return null;
end $$;
create trigger keep_words_added after insert on projects
  referencing new table as fresh for each statement execute function pimis_projects_added_to_words();

/*
 * By sets of the rows before and after, not by a join of them: its plan is kept, and the one of a single project would
 * compare each of thousands with each.
 */
create function pimis_projects_changed_in_words() returns trigger language plpgsql as $$
begin
  -- What is neither a step nor a new name does not pay for finding the words.
  if not exists (
    select id, status, last_changed_at, code_key, number_key, name_key from fresh
    except
    select id, status, last_changed_at, code_key, number_key, name_key from past
  ) then
    return null;
  end if;
  -- Each by its key: joined, the kept plan of many projects would read all rows that there are for each one later.
  delete from project_words where ctid = any(array(
    select kept.place
    from (
      select words.word, words.in_name, past.status, past.last_changed_at, past.id
      from past, pimis_words_in_order(code_key, number_key, name_key) words
      except
      select words.word, words.in_name, fresh.status, fresh.last_changed_at, fresh.id
      from fresh, pimis_words_in_order(code_key, number_key, name_key) words
    ) gone
    cross join lateral (
      select ctid as place from project_words posted
      where posted.word = gone.word and posted.in_name = gone.in_name and posted.status = gone.status
        and posted.last_changed_at = gone.last_changed_at and posted.project_id = gone.id
      limit 1
    ) kept));
  insert into project_words (word, in_name, status, last_changed_at, project_id)
  select words.word, words.in_name, fresh.status, fresh.last_changed_at, fresh.id
  from fresh, pimis_words_in_order(code_key, number_key, name_key) words
  except
  select words.word, words.in_name, past.status, past.last_changed_at, past.id
  from past, pimis_words_in_order(code_key, number_key, name_key) words;
  return null;
end $$;
create trigger keep_words_changed after update on projects
  referencing old table as past new table as fresh for each statement execute function pimis_projects_changed_in_words();

-- What there is already; nobody writes projects until the triggers stand.
insert into project_words (word, in_name, status, last_changed_at, project_id)
select words.word, words.in_name, projects.status, projects.last_changed_at, projects.id
from projects, pimis_words_in_order(code_key, number_key, name_key) words
order by 1, 2, 3, 4, 5;

create view published.project_words as
  select word, in_name, status, last_changed_at, project_id from project_words;
