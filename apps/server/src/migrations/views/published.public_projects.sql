-- Projects and columns that the public may read. All public output reads through this view and the other public_* views.
create view published.public_projects as
  select project_id, number, code, title, organization_id, sector, type, status, since, changed_at, value, districts, search_key,
         planned_end
  from public_projects where not withheld;
