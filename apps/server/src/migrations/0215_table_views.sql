-- expand: adds tables.
-- Saved views of tables (docs/decisions/0297-saved-views.md).

create table table_views (
  id integer generated always as identity primary key,
  table_name text not null check (char_length(table_name) between 1 and 60),
  name text collate "sr-x-icu" not null check (char_length(name) between 1 and 60),
  -- Filters, order and columns as the address of the table has them.
  search jsonb not null check (char_length(search::text) <= 8000),
  -- Whoever saved it.
  owner_id integer not null references users (id),
  -- The organization that shares it; null for a view of its owner alone.
  organization_id text references organizations (id),
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
comment on table table_views is 'Saved views of tables: of a person, or shared within an organization.';
create unique index table_views_own_name on table_views (owner_id, table_name, name) where organization_id is null;
create unique index table_views_shared_name on table_views (organization_id, table_name, name)
  where organization_id is not null;

create table table_view_defaults (
  user_id integer not null references users (id),
  table_name text not null,
  view_id integer not null references table_views (id) on delete cascade,
  primary key (user_id, table_name)
);
comment on table table_view_defaults is 'The view with which a table opens for a person.';
create index table_view_defaults_view on table_view_defaults (view_id);
