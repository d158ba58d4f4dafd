-- The number of the session of the commission before which a list comes, as the commission counts its sessions.
alter table project_lists add column session_number text
  constraint project_lists_session_number check (session_number <> '' and length(session_number) <= 20);
