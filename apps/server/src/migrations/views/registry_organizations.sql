create view registry_organizations as
  select budget_users.id, budget_users.company_number, budget_users.tax_id_number, budget_users.name,
         budget_users.address, budget_users.place, budget_users.phone_number, budget_users.email,
         budget_users.treasury_branch_code, treasury_branches.name as treasury, budget_users.activity,
         budget_users.type, budget_users.valid_from, budget_users.valid_to, budget_users.search_key
  from budget_users left join treasury_branches on treasury_branches.code = budget_users.treasury_branch_code;
