-- How many projects are withheld that would be public otherwise. Only their number is told.
create view published.public_withheld as
  select count(*)::integer as projects from public_projects where withheld;
