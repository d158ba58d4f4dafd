create view published.project_appropriations as
  select project_id, appropriation_id from project_appropriations;
