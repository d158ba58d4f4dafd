create view published.project_forms as
  select id, project_id, project_phase_id, code, definition_version, name, ordinal, status, evaluator_organization_id, mandatory, fixed,
         mark, marked_at, created_at, locked_at
  from project_forms;
