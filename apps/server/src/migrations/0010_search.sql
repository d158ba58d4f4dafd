-- Workers of the job queue that live: what is locked by any other is given back to the queue.
create table job_workers (
  id text primary key,
  alive_at timestamptz not null default now()
);

-- The fold of every search again, now for all Latin letters: marks are parted from their letters and dropped, and đ is
-- found as d, dj and đ alike. The same rule as searchFold in the domain package; a test compares the two.
drop index budget_users_search, organizations_search, users_search, municipalities_search;
drop view registry_organizations;
alter table budget_users drop column search_key;
alter table municipalities drop column search_key;
alter table districts drop column search_key;
alter table treasury_branches drop column search_key;
alter table currencies drop column search_key;
alter table exchange_rates drop column search_key;
alter table appropriations drop column search_key;
alter table functions drop column search_key;
alter table economic_classifications drop column search_key;
alter table funding_sources drop column search_key;
alter table payment_codes drop column search_key;
alter table countries drop column search_key;
alter table banks drop column search_key;
alter table projects drop column search_key;
alter table documents drop column search_key;
drop function pimis_search_key(text[], text[]);

create or replace function pimis_fold(value text) returns text
  language sql immutable parallel safe strict
  return regexp_replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
      translate(regexp_replace(normalize(lower(value collate "und-x-icu"), nfd), '[\u0300-\u036f]', '', 'g'),
        'абвгдежзијклмнопрстћуфхцчшłøðıħŧ',
        'abvgdezzijklmnoprstcufhccslodiht'),
      'љ', 'lj'), 'њ', 'nj'), 'ђ', 'dj'), 'đ', 'dj'), 'џ', 'dz'), 'ǆ', 'dz'), 'ǉ', 'lj'), 'ǌ', 'nj'), 'ß', 'ss'), 'æ', 'ae'),
      'œ', 'oe'), 'þ', 'th'),
    'dj+', 'd', 'g');

-- What a text filter looks in: the words of one column, marked as in a search key.
create function pimis_words(value text) returns text
  language sql immutable parallel safe strict
  return '  ' || pimis_search_text(value);

-- The key that every search of the product looks in: " code code #number  name  name". A space stands before each
-- word, two before each name, so that one LIKE tells the start of a word and another the start of a name. Numbers of
-- the tax and company registers stand behind a mark: a few digits mean a code, never the start of such a number.
create function pimis_search_key(codes text[], names text[], numbers text[] default null) returns text
  language sql immutable parallel safe
  return coalesce(' ' || (select string_agg(pimis_search_text(code), ' ' order by place)
                          from unnest(codes) with ordinality as given(code, place)
                          where pimis_search_text(code) <> ''), '')
      || coalesce((select string_agg(' #' || pimis_search_text(number), '' order by place)
                   from unnest(numbers) with ordinality as given(number, place)
                   where pimis_search_text(number) <> ''), '')
      || coalesce('  ' || (select string_agg(pimis_search_text(name), '  ' order by place)
                           from unnest(names) with ordinality as given(name, place)
                           where pimis_search_text(name) <> ''), '');

create or replace function pimis_search_rank(search_key text, words text) returns integer
  language sql immutable parallel safe
  return case
    when split_part(search_key, '  ', 1) || ' ' like '% ' || words || ' %' then 0
    when split_part(search_key, '  ', 1) like '% ' || words || '%' then 1
    when split_part(search_key, '  ', 1) like '%#' || words || '%' then 1
    when search_key || '  ' like '%  ' || words || '  %' then 2
    when search_key like '%  ' || words || '%' then 3
    when search_key like '% ' || words || '%' then 4
    else 5 end;

alter table budget_users add column search_key text
  generated always as (pimis_search_key(array[id], array[name], array[tax_id_number, company_number])) stored;
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
alter table projects add column search_key text
  generated always as (pimis_search_key(array[code::text, number], array[name])) stored;
alter table documents add column search_key text
  generated always as (pimis_search_key(null, array[title, description])) stored;
-- Names that the list of projects looks at for many rows are kept folded.
alter table projects add column name_key text generated always as (pimis_words(name)) stored;
alter table organizations add column name_key text generated always as (pimis_words(name)) stored;

create index budget_users_key on budget_users using gin (search_key gin_trgm_ops);
create index municipalities_key on municipalities using gin (search_key gin_trgm_ops);
create index exchange_rates_key on exchange_rates using gin (search_key gin_trgm_ops);
create index appropriations_key on appropriations using gin (search_key gin_trgm_ops);
create index projects_search on projects using gin (search_key gin_trgm_ops);
create index documents_search on documents using gin (search_key gin_trgm_ops);

-- Filters of the long tables: words of a name, starts of codes.
create index budget_users_name_words on budget_users using gin (pimis_words(name) gin_trgm_ops);
create index budget_users_address_words on budget_users using gin (pimis_words(address) gin_trgm_ops);
create index budget_users_place_words on budget_users using gin (pimis_words(place) gin_trgm_ops);
create index budget_users_activity_words on budget_users using gin (pimis_words(activity) gin_trgm_ops);
create index budget_users_type_words on budget_users using gin (pimis_words(type) gin_trgm_ops);
create index budget_users_email_words on budget_users using gin (pimis_words(email) gin_trgm_ops);
create index budget_users_phone_words on budget_users using gin (pimis_words(phone_number) gin_trgm_ops);
create index municipalities_name_words on municipalities using gin (pimis_words(name) gin_trgm_ops);
create index projects_name_words on projects using gin (name_key gin_trgm_ops);
drop index budget_users_code, appropriations_organization_code;
create index budget_users_code on budget_users (pimis_search_text(id) text_pattern_ops);
create index budget_users_tax_id_number_start on budget_users (pimis_search_text(tax_id_number) text_pattern_ops);
create index budget_users_company_number_start on budget_users (pimis_search_text(company_number) text_pattern_ops);
create index budget_users_account_start on budget_users (pimis_search_text(execution_account) text_pattern_ops);
create index budget_users_treasury_start on budget_users (pimis_search_text(treasury_branch_code) text_pattern_ops);
create index budget_users_parent_start on budget_users (pimis_search_text(parent_id) text_pattern_ops);
create index budget_users_municipality_start on budget_users (pimis_search_text(municipality_code) text_pattern_ops);
create index projects_code_start on projects (pimis_search_text(code::text) text_pattern_ops);
create index projects_number_start on projects (pimis_search_text(number) text_pattern_ops);
create index exchange_rates_status_words on exchange_rates using gin (pimis_words(status) gin_trgm_ops);
create index exchange_rates_currency_start on exchange_rates (pimis_search_text(currency_code) text_pattern_ops);
create index appropriations_id_start on appropriations (pimis_search_text(id::text) text_pattern_ops);
create index appropriations_organization_start on appropriations (pimis_search_text(organization_code) text_pattern_ops);
create index appropriations_chapter_start on appropriations (pimis_search_text(chapter) text_pattern_ops);
create index appropriations_subchapter_start on appropriations (pimis_search_text(subchapter) text_pattern_ops);
create index appropriations_program_start on appropriations (pimis_search_text(program_code) text_pattern_ops);
create index appropriations_project_start on appropriations (pimis_search_text(project_code) text_pattern_ops);
create index appropriations_function_start on appropriations (pimis_search_text(function_code) text_pattern_ops);
create index appropriations_source_start on appropriations (pimis_search_text(source_of_funding_code) text_pattern_ops);
create index appropriations_economic_start
  on appropriations (pimis_search_text(economic_classification_code) text_pattern_ops);

create view registry_organizations as
  select budget_users.id, budget_users.company_number, budget_users.tax_id_number, budget_users.name,
         budget_users.address, budget_users.place, budget_users.phone_number, budget_users.email,
         budget_users.treasury_branch_code, treasury_branches.name as treasury, budget_users.activity,
         budget_users.type, budget_users.valid_from, budget_users.valid_to, budget_users.search_key
  from budget_users left join treasury_branches on treasury_branches.code = budget_users.treasury_branch_code;
