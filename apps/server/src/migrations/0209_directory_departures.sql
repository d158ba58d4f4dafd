-- expand: the former version does not know the column.
-- Since when a person's login is absent or disabled in the directory (docs/decisions/0325-people-who-left.md).
alter table users add column directory_gone_on date;
comment on column users.directory_gone_on is 'The day on which the directory was first found without the login, or with it disabled.';
