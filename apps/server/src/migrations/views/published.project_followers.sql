create view published.project_followers as
  select project_id, user_id from project_followers;
