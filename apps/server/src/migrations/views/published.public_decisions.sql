-- Decisions of the commission on public projects, without its comments and the user who entered them.
create view published.public_decisions as
  select items.project_id, lists.id as list_id, lists.type, items.phase,
         items.decision, items.decision_date, items.decided_at
  from published.project_list_items items
  join published.project_lists lists on lists.id = items.list_id
  join public_projects on public_projects.project_id = items.project_id and not public_projects.withheld
  where items.decision is not null;
