-- When the contact data of a user whose access was revoked were removed.
alter table users add column erased_at timestamptz;
-- What somebody has written is a part of what is kept of them.
create or replace view published.project_comments as
  select id, user_id, reply_to_id, text, removed_at, project_id, created_at from project_comments;
