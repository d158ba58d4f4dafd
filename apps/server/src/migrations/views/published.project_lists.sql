create view published.project_lists as
  select id, type, name, session_on from project_lists;
