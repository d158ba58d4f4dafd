-- expand: the former version writes no marks, and reads none.
-- Marks of people whose data were removed (docs/decisions/0307-accounts-of-groups.md).
create table removed_people (
  mark bytea primary key check (length(mark) = 32),
  removed_at timestamptz not null
);
comment on table removed_people is
  'Keyed hashes of the e-mail addresses and directory logins of accounts whose contact data were removed: providers and groups open no account for them.';
