create view published.project_comments as
  select id, user_id, reply_to_id, text, removed_at, project_id, created_at from project_comments;
