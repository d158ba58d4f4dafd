-- A new e-mail address is confirmed by a link that goes there; another, to the old one, stops it.
alter table user_tokens drop constraint user_tokens_kind_check;
alter table user_tokens add constraint user_tokens_kind_check
  check (kind in ('activation', 'reset', 'location', 'second_step', 'email', 'email_stop'));
