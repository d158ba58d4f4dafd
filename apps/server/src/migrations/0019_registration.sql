-- Organizations are found by number, name and administrator; a short name is there once, whatever its case.
alter table organizations add column postal_code text;
alter table organizations add column search_key text
  generated always as (pimis_search_key(array[id], array[name, admin_name], array[tax_id_number, company_number])) stored;
create index organizations_key on organizations using gin (search_key gin_trgm_ops);
create unique index organizations_short_name on organizations (lower(name_short collate "sr-x-icu"));

-- What the registration reads of the code tables.
create or replace view published.registry_organizations as
  select id, name, place, valid_from, valid_to, search_key, parent_id, type, activity from budget_users;
create view published.treasury_branches as
  select code, name, valid_from, valid_to from treasury_branches;
