create view published.users as
  select id, login, name, email, organization_id, role_id, status from users;
