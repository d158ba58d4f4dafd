create view published.roles as
  select id, name, description from roles;
