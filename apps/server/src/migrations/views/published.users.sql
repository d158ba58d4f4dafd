create view published.users as
  select id, login, name, name_key, email, organization_id, role_id, status from users;
