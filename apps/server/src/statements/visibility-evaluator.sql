select "id", code::text as "code", "number", "name", "organization_id" as "organizationId",
  "proposer_organization_id" as "proposerOrganizationId", "type", "sector", "important", "migrated",
  "foreign_funds" as "foreignFunds", "foreign_funds_settled" as "foreignFundsSettled", "is_merged" as "isMerged",
  "commission_approved" as "commissionApproved", "status", "phase", "phase_status" as "phaseStatus",
  "status_before" as "statusBefore", "sent_by" as "sentBy", "confirmed_by" as "confirmedBy",
  "waiting_since" as "waitingSince", "total_value" as "totalValue", "mei_opinion" as "meiOpinion",
  "created_at" as "createdAt", "last_changed_at" as "lastChangedAt", "reporting_ended_on" as "reportingEndedOn",
  "postponed_until" as "postponedUntil"
from "projects"
where "code" = $1
  and projects.id in (
    select access.project_id
    from published.project_visibility access
    where access.viewer_id = (
        select $2::text
    )
)
