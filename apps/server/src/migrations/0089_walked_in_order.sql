-- The order in which the list opens, with what its filters look at: walked for what a filter leaves without reading the
-- projects that it passes.
drop index projects_changed;
create index projects_changed on projects (status, last_changed_at, id)
  include (organization_id, proposer_organization_id, code_key, number_key, name_key);
-- What was made on a day is sorted by its last change out of the index alone.
drop index projects_created;
create index projects_created on projects (status, created_at, id) include (last_changed_at);
-- And so is what begins like a code or a number.
drop index projects_code_start;
drop index projects_number_start;
create index projects_code_start on projects (code_key text_pattern_ops, status, id) include (last_changed_at);
create index projects_number_start on projects (number_key text_pattern_ops, status, id) include (last_changed_at);
