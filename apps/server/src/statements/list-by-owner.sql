with matching as materialized (
    select projects.id, (owner.name collate "sr-x-icu") as value
    from published.projects as projects
    join published.organizations as "owner" on "owner"."id" = "projects"."organization_id"
    where projects.status = 0
      and true
      and projects.sector in ($1)
    limit 10001
)
select counted.total, page.*
from (
    select count(*)::integer as total
    from matching
) counted
left join ((
    select "projects"."id", projects.code::text as "code", "projects"."organization_id" as "organizationId",
      "owner"."name" as "organizationName", "proposer"."name" as "proposerOrganizationName",
      "projects"."is_merged" as "isMerged", "phases"."id" as "projectPhaseId", "projects"."open_steps" as "openSteps",
      case when cardinality(projects.open_steps) > 0 then projects.waiting_since end as "awaitedSince",
      phases.commission_count >= 3 as "sendingToCommissionFormsLimit", "projects"."number" as "number",
      "projects"."name" as "name", "projects"."phase" as "phase", "projects"."phase_status" as "phaseStatus",
      "projects"."status" as "status", "projects"."sector" as "sector", "projects"."total_value" as "totalValue",
      "projects"."important" as "important", "projects"."foreign_funds" as "foreignFunds",
      "projects"."created_at" as "createdDate", "projects"."type" as "type",
      "projects"."last_changed_at" as "lastChangeDate", "projects"."ministry_commented" as "pimisCommented",
      "projects"."commission_approved" as "commissionApproved", "projects"."last_reporting" as "lastReporting",
      (case when projects.status = 0 and projects.phase = 7 and projects.phase_status = 1 then projects.reporting_ended_on end < $2::date - 90) as "delayed",
      "page"."value", "page"."place"
    from "published"."projects" as "projects"
    inner join "published"."organizations" as "owner" on "owner"."id" = "projects"."organization_id"
    inner join "published"."organizations" as "proposer" on "proposer"."id" = "projects"."proposer_organization_id"
    inner join "published"."project_phases" as "phases" on "phases"."project_id" = "projects"."id"
      and "phases"."phase" = "projects"."phase"
    inner join (
        select matching.id as id, (matching.value)::text as value,
          row_number() over (order by matching.value desc, matching.id desc) as place
        from matching
        where (
            select count(*)
            from matching
        ) <= $3
          and true
        order by matching.value desc, matching.id desc
        limit 10
    ) as "page" on "page"."id" = "projects"."id"
)) page on true
order by page.place
