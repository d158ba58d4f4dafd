-- expand: servers of the former version call none of the dropped functions; a job computes what follows from their writes.
-- Places, amounts by quarter, needs and earned value are computed by the server (docs/decisions/0250-projections.md).
drop trigger if exists portfolio_form_changed on project_forms;
drop trigger if exists portfolio_plan_in_force on project_plans;
drop trigger if exists needs_of_plan on project_plans;
drop trigger if exists needs_of_form on project_forms;
drop trigger if exists earned_value_step on project_activities;
drop trigger if exists earned_value_plan on project_plans;
drop function if exists portfolio_form_changed, portfolio_plan_in_force, keep_places, keep_quarters, form_amount,
  needs_changed, refresh_project_needs, earned_value_step, earned_value_plan, keep_earned_values, activity_key,
  divide_rounded, at_most, json_rows, day_of;
