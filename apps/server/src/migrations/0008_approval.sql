-- Who confirmed the step that waits for approval: entered, confirmed and approved by three different people.
alter table projects add column confirmed_by integer references users (id);
