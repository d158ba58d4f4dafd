create view published.important_lists as
  select project_id, list_type from important_lists;
