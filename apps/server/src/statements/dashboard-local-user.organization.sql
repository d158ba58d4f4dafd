select "organizations"."id", "organizations"."name", "organizations"."company_number" as "companyNumber",
  "organizations"."tax_id_number" as "taxIdNumber", "organizations"."created_at", "roles"."name" as "roleName",
  "roles"."description" as "roleDescription", (
    select count(distinct items.list_id)::integer
    from published.projects_seen as projects
    join published.project_list_items items on items.project_id = projects.id
    where (projects.viewer_id = (
        select $1::text
    ) and projects.involved)
      and items.decision is null
) as "lists", (
    select count(*)::integer
    from published.users mates
    where mates.organization_id = users.organization_id
      and mates.status <> 5
) as "users"
from "published"."users" as "users"
inner join "published"."organizations" as "organizations" on "organizations"."id" = "users"."organization_id"
inner join "published"."roles" as "roles" on "roles"."id" = "users"."role_id"
where "users"."id" = $2
