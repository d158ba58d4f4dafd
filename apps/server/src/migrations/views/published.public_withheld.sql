-- The number of withheld projects that would otherwise be public. Only this number is published.
create view published.public_withheld as
  select count(*)::integer as projects from public_projects where withheld;
