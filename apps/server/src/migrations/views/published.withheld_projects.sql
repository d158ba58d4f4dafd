-- Projects that are withheld from the public now, including those that would not be public anyway.
create view published.withheld_projects as
  select project_id from project_withholdings where returned_at is null;
