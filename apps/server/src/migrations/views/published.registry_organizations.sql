create view published.registry_organizations as
  select id, name, place, valid_from, valid_to, search_key, parent_id, type, activity, company_number, tax_id_number
  from budget_users;
