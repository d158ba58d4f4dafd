-- Search key: both scripts, any case, any diacritics fold to one ASCII text. The same rule as searchFold in the
-- domain package; a test compares the two.
create extension if not exists pg_trgm;
create extension if not exists citext;

create function pimis_fold(value text) returns text
  language sql immutable parallel safe strict
  return replace(replace(replace(replace(replace(replace(
    translate(lower(value collate "und-x-icu"),
      'абвгдежзијклмнопрстћуфхцчшčćšžáàâäãéèêëíìîïóòôöõúùûüñýå',
      'abvgdezzijklmnoprstcufhccsccszaaaaaeeeeiiiiooooouuuunya'),
    'љ', 'lj'), 'њ', 'nj'), 'ђ', 'dj'), 'đ', 'dj'), 'џ', 'dz'), 'ß', 'ss');

create table settings (
  key text primary key,
  value jsonb not null,
  changed_at timestamptz not null default now()
);

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  user_id integer,
  login text,
  operation text not null,
  subject_type text not null,
  subject_id text not null,
  organization_id text,
  detail jsonb not null default '{}',
  request_id text,
  address text
);
create index audit_log_subject on audit_log (subject_type, subject_id, at desc);
create index audit_log_at on audit_log (at desc);

-- Counters of the rate limits and of failed sign-ins; one row per key and window.
create table rate_limits (
  key text primary key,
  hits integer not null,
  window_ends_at timestamptz not null
);
create index rate_limits_end on rate_limits (window_ends_at);
