-- What the public may know, and nothing else: everything that is public is read through this view and those beside it.
create view published.public_projects as
  select project_id, number, code, title, organization_id, sector, type, status, since, changed_at, value, districts, search_key,
         planned_end
  from public_projects where not withheld;
