-- Words of a search: folded, and parted by everything that is neither letter nor digit. The same rule as searchWords
-- in the domain package; a test compares the two.
create function pimis_search_text(value text) returns text
  language sql immutable parallel safe strict
  return trim(both ' ' from regexp_replace(pimis_fold(value) collate "und-x-icu", '[^[:alnum:]]+', ' ', 'g'));

-- The key that every search of the product looks in: " code code  name  name". A space stands before each word, two
-- before each name, so that one LIKE tells the start of a word and another the start of a name.
create function pimis_search_key(codes text[], names text[]) returns text
  language sql immutable parallel safe
  return coalesce(' ' || (select string_agg(pimis_search_text(code), ' ' order by place)
                          from unnest(codes) with ordinality as given(code, place)
                          where pimis_search_text(code) <> ''), '')
      || coalesce('  ' || (select string_agg(pimis_search_text(name), '  ' order by place)
                           from unnest(names) with ordinality as given(name, place)
                           where pimis_search_text(name) <> ''), '');

-- How well a row answers the words of a search, 0 the best: a code, the start of a code, a whole name, the start of
-- a name, the start of a word, anywhere.
create function pimis_search_rank(search_key text, words text) returns integer
  language sql immutable parallel safe
  return case
    when split_part(search_key, '  ', 1) || ' ' like '% ' || words || ' %' then 0
    when split_part(search_key, '  ', 1) like '% ' || words || '%' then 1
    when search_key || '  ' like '%  ' || words || '  %' then 2
    when search_key like '%  ' || words || '%' then 3
    when search_key like '% ' || words || '%' then 4
    else 5 end;

-- A district and an appropriation end as every other row does; a rate of a day can only be withdrawn.
alter table districts add column valid_from date not null default date '2000-01-01', add column valid_to date;
alter table appropriations add column valid_from date not null default date '2000-01-01', add column valid_to date;
alter table exchange_rates add column valid_to date;

alter table budget_users add column search_key text
  generated always as (pimis_search_key(array[id, tax_id_number, company_number], array[name])) stored;
alter table municipalities add column search_key text
  generated always as (pimis_search_key(array[id], array[name])) stored;
alter table districts add column search_key text
  generated always as (pimis_search_key(array[code, iso_code], array[name, seat])) stored;
alter table treasury_branches add column search_key text
  generated always as (pimis_search_key(array[code], array[name, city])) stored;
alter table currencies add column search_key text
  generated always as (pimis_search_key(array[code, numeric_code], array[name, name_en])) stored;
alter table exchange_rates add column search_key text
  generated always as (pimis_search_key(array[currency_code], array[status])) stored;
alter table appropriations add column search_key text
  generated always as (pimis_search_key(array[id::text, organization_code, program_code, project_code, function_code,
                                              source_of_funding_code, economic_classification_code], null)) stored;
alter table functions add column search_key text
  generated always as (pimis_search_key(array[code], array[name])) stored;
alter table economic_classifications add column search_key text
  generated always as (pimis_search_key(array[code, short_code], array[name])) stored;
alter table funding_sources add column search_key text
  generated always as (pimis_search_key(array[code], array[name])) stored;
alter table payment_codes add column search_key text
  generated always as (pimis_search_key(array[code], array[name, group_name])) stored;
alter table countries add column search_key text
  generated always as (pimis_search_key(array[alpha2, alpha3, numeric_code], array[name, name_en])) stored;
alter table banks add column search_key text
  generated always as (pimis_search_key(array[code], array[name, name_latin])) stored;

-- Projects and documents are found by the same rule.
alter table projects drop column search_key;
alter table projects add column search_key text
  generated always as (pimis_search_key(array[code::text, number], array[name])) stored;
alter table documents drop column search_key;
alter table documents add column search_key text
  generated always as (pimis_search_key(null, array[title, description])) stored;

create index budget_users_key on budget_users using gin (search_key gin_trgm_ops);
create index municipalities_key on municipalities using gin (search_key gin_trgm_ops);
create index exchange_rates_key on exchange_rates using gin (search_key gin_trgm_ops);
create index appropriations_key on appropriations using gin (search_key gin_trgm_ops);
create index projects_search on projects using gin (search_key gin_trgm_ops);
create index documents_search on documents using gin (search_key gin_trgm_ops);

-- Starts of codes.
create index budget_users_code on budget_users (id text_pattern_ops);
create index appropriations_organization_code on appropriations (organization_code text_pattern_ops);

-- Orders of the long tables.
create index budget_users_place on budget_users (place, id);
create index budget_users_type on budget_users (type, id);
create index budget_users_tax_id_number on budget_users (tax_id_number, id);
create index budget_users_company_number on budget_users (company_number, id);
create index exchange_rates_date on exchange_rates (rate_date desc, currency_code);
create index appropriations_amount on appropriations (amount, id);
create index appropriations_economic on appropriations (economic_classification_code, id);

-- A budget user as a legal entity (specification, "Registry organization").
create view registry_organizations as
  select budget_users.id, budget_users.company_number, budget_users.tax_id_number, budget_users.name,
         budget_users.address, budget_users.place, budget_users.phone_number, budget_users.email,
         budget_users.treasury_branch_code, treasury_branches.name as treasury, budget_users.activity,
         budget_users.type, budget_users.valid_from, budget_users.valid_to, budget_users.search_key
  from budget_users left join treasury_branches on treasury_branches.code = budget_users.treasury_branch_code;

create index operations_finished on operations (finished_at) where finished_at is not null;
