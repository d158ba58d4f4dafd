select "organizations"."id", "organizations"."name", "organizations"."company_number" as "companyNumber",
  "organizations"."tax_id_number" as "taxIdNumber", "organizations"."created_at", "roles"."name" as "roleName",
  "roles"."description" as "roleDescription", (
    select count(*)::integer
    from published.open_lists
    where true
) as "lists", (
    select count(*)::integer
    from published.users mates
    where mates.organization_id = users.organization_id
      and mates.status <> 5
) as "users"
from "published"."users" as "users"
inner join "published"."organizations" as "organizations" on "organizations"."id" = "users"."organization_id"
inner join "published"."roles" as "roles" on "roles"."id" = "users"."role_id"
where "users"."id" = $1
