-- Projects that the public may read, including withheld ones; for administrators.
create view published.public_since as
  select project_id, number, since from public_projects;
