-- expand: adds a table. Servers of the former version export nothing.
-- How far the audit log has gone to the log store (docs/decisions/0303-audit-to-a-log-store.md).

create table audit_export (
  -- There is one row at most.
  id boolean primary key default true check (id),
  -- The seal of the last row that the store has; rows go in the order of their seals.
  seal bigint not null,
  -- When the store last took rows.
  taken_at timestamptz,
  -- Attempts that have failed since, why the last one did, and when the next one is due.
  failures integer not null default 0,
  reason text,
  next_at timestamptz
);
comment on table audit_export is 'How far the audit log has gone to the log store.';
