create view published.unread_mentions as
  select user_id, project_id from notifications where kind = 'mention' and read_at is null;
