create view published.stand_ins as
  select id, user_id, acting_user_id, first_day, last_day from stand_ins where ended_at is null;
