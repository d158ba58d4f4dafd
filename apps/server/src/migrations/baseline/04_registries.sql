-- Code tables of the state (specification, "Registries"). Each row is valid from a day to a day; names are kept folded for the search.

create table districts (
  code text primary key,
  iso_code text,
  name text collate "sr-x-icu" not null,
  seat text,
  region text,
  valid_from date not null default '2000-01-01'::date,
  valid_to date,
  search_key text
    generated always as (pimis_search_key(array[code, iso_code], array[name, seat])) stored
);
comment on table districts is 'Districts.';
create index districts_near on districts using gin (pimis_near_keys(name));

create table municipalities (
  id text primary key,
  name text collate "sr-x-icu" not null,
  type text not null,
  district_code text references districts (code),
  region text,
  parent_code text,
  code_status text,
  valid_from date not null default '2000-01-01'::date,
  valid_to date,
  search_key text
    generated always as (pimis_search_key(array[id], array[name])) stored
);
comment on table municipalities is 'Towns and municipalities.';
create index municipalities_key on municipalities using gin (search_key gin_trgm_ops);
create index municipalities_name_words on municipalities using gin (pimis_words(name) gin_trgm_ops);
create index municipalities_near on municipalities using gin (pimis_near_keys(name));

create table treasury_branches (
  code text primary key,
  name text collate "sr-x-icu" not null,
  city text,
  kind text,
  district_code text,
  valid_from date not null default '2000-01-01'::date,
  valid_to date,
  search_key text
    generated always as (pimis_search_key(array[code], array[name, city])) stored
);
comment on table treasury_branches is 'Branches of the treasury.';
create index treasury_branches_near on treasury_branches using gin (pimis_near_keys(name));

create table budget_users (
  id text primary key,
  name text collate "sr-x-icu" not null,
  tax_id_number text,
  company_number text,
  execution_account text,
  address text,
  place text,
  phone_number text,
  email text,
  treasury_branch_code text,
  activity text,
  type text,
  parent_id text,
  municipality_code text,
  valid_from date not null default '2000-01-01'::date,
  valid_to date,
  search_key text
    generated always as (pimis_search_key(array[id], array[name], array[tax_id_number, company_number])) stored
);
comment on table budget_users is 'Users of public funds and other legal entities.';
create index budget_users_account on budget_users (execution_account, id);
create index budget_users_account_start on budget_users (pimis_search_text(execution_account) text_pattern_ops);
create index budget_users_activity on budget_users (activity, id);
create index budget_users_activity_words on budget_users using gin (pimis_words(activity) gin_trgm_ops);
create index budget_users_address on budget_users (address, id);
create index budget_users_address_words on budget_users using gin (pimis_words(address) gin_trgm_ops);
create index budget_users_code on budget_users (pimis_search_text(id) text_pattern_ops);
create index budget_users_company_number on budget_users (company_number, id);
create index budget_users_company_number_start on budget_users (pimis_search_text(company_number) text_pattern_ops);
create index budget_users_email on budget_users (email, id);
create index budget_users_email_words on budget_users using gin (pimis_words(email) gin_trgm_ops);
create index budget_users_key on budget_users using gin (search_key gin_trgm_ops);
create index budget_users_municipality on budget_users (municipality_code, id);
create index budget_users_municipality_start on budget_users (pimis_search_text(municipality_code) text_pattern_ops);
create index budget_users_name on budget_users (name, id);
create index budget_users_name_words on budget_users using gin (pimis_words(name) gin_trgm_ops);
create index budget_users_near on budget_users using gin (pimis_near_keys(name));
create index budget_users_parent on budget_users (parent_id, id);
create index budget_users_parent_start on budget_users (pimis_search_text(parent_id) text_pattern_ops);
create index budget_users_phone on budget_users (phone_number, id);
create index budget_users_phone_words on budget_users using gin (pimis_words(phone_number) gin_trgm_ops);
create index budget_users_place on budget_users (place, id);
create index budget_users_place_words on budget_users using gin (pimis_words(place) gin_trgm_ops);
create index budget_users_tax_id_number on budget_users (tax_id_number, id);
create index budget_users_tax_id_number_start on budget_users (pimis_search_text(tax_id_number) text_pattern_ops);
create index budget_users_treasury on budget_users (treasury_branch_code, id);
create index budget_users_treasury_start on budget_users (pimis_search_text(treasury_branch_code) text_pattern_ops);
create index budget_users_type on budget_users (type, id);
create index budget_users_type_words on budget_users using gin (pimis_words(type) gin_trgm_ops);
create index budget_users_valid_from on budget_users (valid_from, id);
create index budget_users_valid_to on budget_users (valid_to, id);
alter table organizations add constraint organizations_id_fkey foreign key (id) references budget_users (id);

create table currencies (
  code text primary key,
  numeric_code text,
  name text collate "sr-x-icu" not null,
  name_en text,
  status text,
  valid_from date not null default '2000-01-01'::date,
  valid_to date,
  search_key text
    generated always as (pimis_search_key(array[code, numeric_code], array[name, name_en])) stored
);
comment on table currencies is 'Currencies by ISO 4217.';
create index currencies_near on currencies using gin (pimis_near_keys(name));

create table exchange_rates (
  currency_code text not null,
  rate_date date not null,
  unit integer not null,
  middle_rate numeric(14,4) not null,
  status text,
  valid_to date,
  search_key text
    generated always as (pimis_search_key(array[currency_code], array[status])) stored,
  primary key (currency_code, rate_date)
);
comment on table exchange_rates is 'Middle rates of the National Bank by currency and day.';
create index exchange_rates_currency_start on exchange_rates (pimis_search_text(currency_code) text_pattern_ops);
create index exchange_rates_date on exchange_rates (rate_date desc, currency_code);
create index exchange_rates_key on exchange_rates using gin (search_key gin_trgm_ops);
create index exchange_rates_status_words on exchange_rates using gin (pimis_words(status) gin_trgm_ops);

create table countries (
  alpha2 text primary key,
  alpha3 text,
  numeric_code text,
  name text collate "sr-x-icu" not null,
  name_en text,
  valid_from date not null default '2000-01-01'::date,
  valid_to date,
  search_key text
    generated always as (pimis_search_key(array[alpha2, alpha3, numeric_code], array[name, name_en])) stored
);
comment on table countries is 'Countries by ISO 3166.';
create index countries_near on countries using gin (pimis_near_keys(name));

create table banks (
  code text primary key,
  name text collate "sr-x-icu" not null,
  name_latin text,
  status text,
  note text,
  valid_from date not null default '2000-01-01'::date,
  valid_to date,
  search_key text
    generated always as (pimis_search_key(array[code], array[name, name_latin])) stored
);
comment on table banks is 'Banks.';
create index banks_near on banks using gin (pimis_near_keys(name));

create table functions (
  code text primary key,
  name text collate "sr-x-icu" not null,
  level smallint,
  parent_code text,
  status text,
  valid_from date not null default '2000-01-01'::date,
  valid_to date,
  search_key text
    generated always as (pimis_search_key(array[code], array[name])) stored
);
comment on table functions is 'Functional classification.';
create index functions_near on functions using gin (pimis_near_keys(name));

create table economic_classifications (
  code text primary key,
  short_code text,
  name text collate "sr-x-icu" not null,
  level smallint,
  parent_code text,
  valid_from date not null default '2000-01-01'::date,
  valid_to date,
  search_key text
    generated always as (pimis_search_key(array[code, short_code], array[name])) stored
);
comment on table economic_classifications is 'Economic classification.';
create index economic_classifications_near on economic_classifications using gin (pimis_near_keys(name));

create table funding_sources (
  code text primary key,
  name text collate "sr-x-icu" not null,
  valid_from date not null default '2000-01-01'::date,
  valid_to date,
  search_key text
    generated always as (pimis_search_key(array[code], array[name])) stored
);
comment on table funding_sources is 'Sources of funding.';
create index funding_sources_near on funding_sources using gin (pimis_near_keys(name));

create table payment_codes (
  code text primary key,
  name text collate "sr-x-icu" not null,
  group_name text,
  valid_from date not null default '2000-01-01'::date,
  valid_to date,
  search_key text
    generated always as (pimis_search_key(array[code], array[name, group_name])) stored
);
comment on table payment_codes is 'Codes of payments.';
create index payment_codes_near on payment_codes using gin (pimis_near_keys(name));

create table appropriations (
  id integer primary key,
  budget_year smallint not null,
  organization_code text not null,
  chapter text,
  subchapter text,
  program_code text,
  project_code text,
  function_code text,
  source_of_funding_code text,
  economic_classification_code text,
  amount numeric(17,2) not null,
  current_amount numeric(17,2) not null,
  valid_from date not null default '2000-01-01'::date,
  valid_to date,
  search_key text
    generated always as (pimis_search_key(array[(id)::text, organization_code, program_code, project_code, function_code, source_of_funding_code, economic_classification_code], null::text[])) stored
);
comment on table appropriations is 'Appropriations of a budget year.';
create index appropriations_amount on appropriations (amount, id);
create index appropriations_chapter on appropriations (chapter, id);
create index appropriations_chapter_start on appropriations (pimis_search_text(chapter) text_pattern_ops);
create index appropriations_current_amount on appropriations (current_amount, id);
create index appropriations_economic on appropriations (economic_classification_code, id);
create index appropriations_economic_start on appropriations
  (pimis_search_text(economic_classification_code) text_pattern_ops);
create index appropriations_function on appropriations (function_code, id);
create index appropriations_function_start on appropriations (pimis_search_text(function_code) text_pattern_ops);
create index appropriations_id_start on appropriations (pimis_search_text((id)::text) text_pattern_ops);
create index appropriations_key on appropriations using gin (search_key gin_trgm_ops);
create index appropriations_organization on appropriations (organization_code, budget_year, id);
create index appropriations_organization_start on appropriations
  (pimis_search_text(organization_code) text_pattern_ops);
create index appropriations_program on appropriations (program_code, id);
create index appropriations_program_start on appropriations (pimis_search_text(program_code) text_pattern_ops);
create index appropriations_project on appropriations (project_code, id);
create index appropriations_project_start on appropriations (pimis_search_text(project_code) text_pattern_ops);
create index appropriations_source on appropriations (source_of_funding_code, id);
create index appropriations_source_start on appropriations
  (pimis_search_text(source_of_funding_code) text_pattern_ops);
create index appropriations_subchapter on appropriations (subchapter, id);
create index appropriations_subchapter_start on appropriations (pimis_search_text(subchapter) text_pattern_ops);
create index appropriations_valid_from on appropriations (valid_from, id);
create index appropriations_valid_to on appropriations (valid_to, id);
create index appropriations_year on appropriations (budget_year, id);
