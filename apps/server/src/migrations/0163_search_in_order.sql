-- expand: gives the index of the last change the search key too.
-- A word of very many projects is counted up to a bound: in this index, without reading the projects.
drop index projects_changed;
create index projects_changed on projects (status, last_changed_at, id)
  include (step_due_on, organization_id, proposer_organization_id, code_key, number_key, name_key, search_key);
