-- The link of a revision: its id stands in the link beside a keyed hash of it, which is stored nowhere. Another id
-- revokes the link (docs/decisions/0039-document-links.md).
alter table document_revisions
  add column link_id uuid not null default gen_random_uuid() unique,
  add column link_expires_on date,
  add column link_opened integer not null default 0,
  drop column link_secret;
