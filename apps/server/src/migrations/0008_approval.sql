-- Who confirmed the step that waits for approval: entered, confirmed and approved by three different people.
alter table projects add column confirmed_by integer references users (id);

-- Marks belong to the form, not to a revision: they stay as a draft when the form is unlocked and locked again.
alter table project_forms add column mark json;
alter table project_forms add column marked_at timestamptz;
alter table project_forms add column marked_by integer references users (id);
alter table form_revisions drop column mark;
