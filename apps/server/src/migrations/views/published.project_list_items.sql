create view published.project_list_items as
  select list_id, project_id, decision, (snapshot ->> 'phase')::integer as phase, decision_date, decided_at, form_id, form_revision
  from project_list_items;
