-- expand: the former version orders by these columns without an index until it ends.
-- Words of the registry of budget users in the order of azbuka, which the database's own order by code points is not.
drop index budget_users_activity;
drop index budget_users_address;
drop index budget_users_place;
create index budget_users_activity on budget_users (activity collate "sr-x-icu", id);
create index budget_users_address on budget_users (address collate "sr-x-icu", id);
create index budget_users_place on budget_users (place collate "sr-x-icu", id);
