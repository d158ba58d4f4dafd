create view published.project_plans as
  select project_id, ordinal, form_id, form_revision, plan, in_force_from from project_plans;
