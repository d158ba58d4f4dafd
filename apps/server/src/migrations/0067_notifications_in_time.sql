-- Notifications are read in the order of what they tell of, the newest first: this index takes the place of the one by number.
create index notifications_in_time on notifications (user_id, created_at desc, id desc);
drop index notifications_newest;
