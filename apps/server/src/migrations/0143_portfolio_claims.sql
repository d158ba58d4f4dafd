-- expand: adds claims that older servers do not know and pass over.
-- Roles that organizations made themselves and that see projects see the portfolio too (docs/decisions/0188-portfolio.md);
-- the server brings its own roles at the start.
insert into role_claims (role_id, claim)
select distinct roles.id, 'Portfolio_View'
from roles join role_claims on role_claims.role_id = roles.id
where roles.role_type = 3
  and role_claims.claim in ('Project_View', 'Project_Manage', 'Project_Evaluate', 'Form_ApprovalResolve', 'Project_ListManage', 'Mei')
on conflict do nothing;
