-- Projects that are withheld from the public now, whether they would be public or not.
create view published.withheld_projects as
  select project_id from project_withholdings where returned_at is null;
