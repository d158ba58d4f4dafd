create view published.open_sessions as
  select id, user_id from sessions where ended_at is null;
