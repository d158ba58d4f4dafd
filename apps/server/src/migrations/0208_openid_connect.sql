-- expand: the former version knows neither the table nor the columns; its sessions have no provider.
-- Accounts at providers of OpenID Connect (docs/decisions/0305-openid-connect.md). The issuer and not the id of the
-- settings says which provider it is: an id may later name another one.
create table oidc_links (
  issuer text not null,
  subject text not null,
  user_id integer not null references users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (issuer, subject),
  unique (user_id, issuer)
);
comment on table oidc_links is 'Accounts of people at providers of OpenID Connect, which sign them in here.';

-- A session that a provider opened ends when the provider says so, by its number there.
alter table sessions add column oidc_issuer text, add column oidc_sid text;
create index sessions_oidc on sessions (oidc_issuer, oidc_sid) where oidc_issuer is not null and ended_at is null;
-- A provider may write an address in other case.
create index users_email_lower on users (lower(email));
