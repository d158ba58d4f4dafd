create view published.open_lists as
  select id, type, name, session_on, pending_count from project_lists where pending_count > 0;
