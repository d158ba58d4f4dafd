create view published.project_plans as
  select project_id, ordinal, plan, in_force_from from project_plans;
