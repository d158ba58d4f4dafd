-- What the list of users looks for, folded once, and an index of each order. Rows without a value come last, whichever way.
alter table users
  add column login_key text generated always as (pimis_search_text(login::text)) stored,
  add column login_ad_key text generated always as (pimis_search_text(login_ad::text)) stored,
  add column name_key text generated always as (pimis_words(name)) stored,
  add column email_key text generated always as (pimis_words(email)) stored,
  add column phone_key text generated always as (pimis_words(phone_number)) stored;
create index users_login_start on users (login_key text_pattern_ops);
create index users_login_ad_start on users (login_ad_key text_pattern_ops);
create index users_name_words on users using gin (name_key gin_trgm_ops);
create index users_email_words on users using gin (email_key gin_trgm_ops);
create index users_phone_words on users using gin (phone_key gin_trgm_ops);
create index users_organization_start on users (organization_id text_pattern_ops, id);
create index users_name on users (name, id);
create index users_login on users (login, id);
create index users_login_ad on users (login_ad, id);
create index users_login_ad_last on users (login_ad desc nulls last, id desc);
create index users_email on users (email, id);
create index users_phone on users (phone_number, id);
create index users_phone_last on users (phone_number desc nulls last, id desc);
create index users_status on users (status, id);
create index users_signed_in on users (last_login_at, id);
create index users_signed_in_last on users (last_login_at desc nulls last, id desc);
create index users_created on users (created_at, id);
drop index users_role;
create index users_role on users (role_id, id);

-- How many users there are: more or less with each change, added up by a job.
create table user_counts (users integer not null);
create function pimis_count_users() returns trigger language plpgsql as $$
begin
  insert into user_counts select case tg_op when 'INSERT' then count(*) else -count(*) end from changed having count(*) > 0;
  return null;
end $$;
create trigger count_added after insert on users
  referencing new table as changed for each statement execute function pimis_count_users();
create trigger count_removed after delete on users
  referencing old table as changed for each statement execute function pimis_count_users();
insert into user_counts select count(*) from users;
