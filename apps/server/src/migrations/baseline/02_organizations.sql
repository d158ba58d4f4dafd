-- Public bodies that use the product (specification, "Organizations").

create table organizations (
  id text primary key,
  name text collate "sr-x-icu" not null,
  name_short text unique,
  status smallint not null default 2 check (status in (1, 2, 3)),
  tax_id_number text,
  company_number text,
  treasury_branch_code text,
  execution_account text,
  address text,
  email text,
  phone_number text,
  support_emails text[] not null default '{}',
  support_phone_numbers text[] not null default '{}',
  max_amount numeric(17,2),
  admin_name text,
  admin_login text,
  admin_identity_number text,
  admin_email text,
  admin_phone_number text,
  registration_token_hash text unique,
  created_at timestamptz not null default now(),
  resolved_at timestamptz,
  resolved_by integer,
  resolved_comment text,
  name_key text
    generated always as (pimis_words(name)) stored,
  postal_code text,
  search_key text
    generated always as (pimis_search_key(array[id], array[name, admin_name], array[tax_id_number, company_number])) stored
);
comment on table organizations is 'Public bodies that have registered, with their contacts.';
create index organizations_created on organizations (created_at, id);
create index organizations_key on organizations using gin (search_key gin_trgm_ops);
create index organizations_name on organizations (name, id);
create index organizations_name_words on organizations using gin (name_key gin_trgm_ops);
create unique index organizations_short_name on organizations (lower((name_short COLLATE "sr-x-icu")));
create index organizations_start on organizations (pimis_search_text(id) text_pattern_ops);
