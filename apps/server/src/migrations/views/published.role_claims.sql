create view published.role_claims as
  select role_id, claim from role_claims;
