create view published.organizations as
  select id, name, name_key, status, tax_id_number, company_number, created_at from organizations;
