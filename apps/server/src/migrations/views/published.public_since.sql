-- Projects that the public may know, also those that are withheld; for administrators.
create view published.public_since as
  select project_id, number, since from public_projects;
