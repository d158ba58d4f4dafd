-- The day of the session of the commission before which a list comes, once it is known.
alter table project_lists add column session_on date;
create or replace view published.project_lists as
  select id, type, name, session_on from project_lists;
