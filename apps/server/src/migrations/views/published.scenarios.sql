create view published.scenarios as
  select id, owner_id, name, shared, created_at, changed_at from scenarios;
