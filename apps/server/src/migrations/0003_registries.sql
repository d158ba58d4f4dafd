create table districts (
  code text primary key, iso_code text, name text collate "sr-x-icu" not null, seat text, region text
);
create table municipalities (
  id text primary key, name text collate "sr-x-icu" not null, type text not null, district_code text references districts (code),
  region text, parent_code text, code_status text, valid_from date not null default date '2000-01-01', valid_to date
);
create index municipalities_search on municipalities using gin (pimis_fold(name) gin_trgm_ops);
create table treasury_branches (
  code text primary key, name text collate "sr-x-icu" not null, city text, kind text, district_code text,
  valid_from date not null default date '2000-01-01', valid_to date
);
create table currencies (
  code text primary key, numeric_code text, name text collate "sr-x-icu" not null, name_en text, status text,
  valid_from date not null default date '2000-01-01', valid_to date
);
create table exchange_rates (
  currency_code text not null, rate_date date not null, unit integer not null, middle_rate numeric(14, 4) not null,
  status text, primary key (currency_code, rate_date)
);
create table functions (
  code text primary key, name text collate "sr-x-icu" not null, level smallint, parent_code text, status text,
  valid_from date not null default date '2000-01-01', valid_to date
);
create table economic_classifications (
  code text primary key, short_code text, name text collate "sr-x-icu" not null, level smallint, parent_code text,
  valid_from date not null default date '2000-01-01', valid_to date
);
create table funding_sources (
  code text primary key, name text collate "sr-x-icu" not null, valid_from date not null default date '2000-01-01', valid_to date
);
create table payment_codes (
  code text primary key, name text collate "sr-x-icu" not null, group_name text,
  valid_from date not null default date '2000-01-01', valid_to date
);
create table countries (
  alpha2 text primary key, alpha3 text, numeric_code text, name text collate "sr-x-icu" not null, name_en text,
  valid_from date not null default date '2000-01-01', valid_to date
);
create table banks (
  code text primary key, name text collate "sr-x-icu" not null, name_latin text, status text, note text,
  valid_from date not null default date '2000-01-01', valid_to date
);
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
  amount numeric(17, 2) not null,
  current_amount numeric(17, 2) not null
);
create index appropriations_organization on appropriations (organization_code, budget_year, id);
create index appropriations_year on appropriations (budget_year, id);
