-- Where CLAMD_URL is set a revision waits for its scan, and one in which something was found is kept away.
alter table document_revisions
  add column scan text not null default 'clean' check (scan in ('waiting', 'clean', 'found')),
  add column scan_finding text;
create index document_revisions_waiting on document_revisions (id) where scan = 'waiting';
