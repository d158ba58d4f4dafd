select projects.code::text as code, projects.name, owner.name as "organizationName", phases.id as "projectPhaseId",
  projects.phase, projects.phase_status as "phaseStatus", projects.waiting_since as "waitingSince",
  projects.open_steps as "openSteps", projects.foreign_funds as "foreignFunds",
  projects.total_value::text as "totalValue", projects.last_changed_at as "lastChangedAt", (
    select list_type
    from published.important_lists
    where project_id = projects.id
) as "chosenList", form.status as "formStatus", form.id as "formId", form.code as "formCode", (
    select jsonb_array_length(validation -> 'Errors')
    from published.form_revisions
    where form_id = form.id
    order by revision desc
    limit 1
) as "formErrors", (
    select json_build_object('openRemarks', (
        select count(*)::integer
        from published.project_forms remarked
        join published.form_remarks remarks on remarks.form_id = remarked.id
        where remarked.project_phase_id = phases.id
          and remarked.status <> 4
          and remarks.activity_id is not null
          and not remarks.done
    ), 'changed', exists (
        select 1
        from published.project_forms amended
        join published.form_revisions revisions on revisions.form_id = amended.id
        where amended.project_phase_id = phases.id
          and revisions.created_at > returned.created_at
    ))
    from published.project_activities returned
    where returned.id = phases.returned_activity_id
) as returned, projects.id in (
    select mentions.project_id
    from published.unread_mentions mentions
    where mentions.user_id = (
        select $1::integer
    )
) as mentioned, case when phases.returned_activity_id is null
  and projects.phase_status not in (1, 29) then (
    select json_build_object('id', newest.id, 'segment', newest.code, 'open', (
        select count(*)::integer
        from published.project_forms remarked
        join published.form_remarks remarks on remarks.form_id = remarked.id
        where remarked.project_phase_id = phases.id
          and remarked.status <> 4
          and remarks.activity_id is not null
          and not remarks.done
    ), 'done', (
        select count(*)::integer
        from published.project_forms remarked
        join published.form_remarks remarks on remarks.form_id = remarked.id
        where remarked.project_phase_id = phases.id
          and remarked.status <> 4
          and remarks.activity_id is not null
          and remarks.done
    ))
    from (
        select id, code, status, created_at
        from published.project_forms
        where project_phase_id = phases.id
        order by ordinal desc
        limit 1
    ) newest
    where newest.status <> 4
      and exists (
        select
        from published.project_activities back
        where back.project_phase_id = phases.id
          and back.created_at >= newest.created_at
          and back.operation in ('return', 'requestChange', 'returnToEntry', 'updateImportant', 'commissionAmend')
    )
) end as "sentAgain"
from (
    select projects.id, projects.waiting_since
    from published.projects_seen as projects
    where (projects.viewer_id = (
        select $2::text
    ) and projects.involved)
      and (projects.status = 0 and ((projects.phase = $3 and projects.phase_status = $4 and projects.organization_id = $5 and (projects.open_steps is null
        or projects.open_steps && $6::text[]))
        or (projects.phase = $7 and projects.phase_status = $8 and projects.organization_id = $9 and (projects.open_steps is null
        or projects.open_steps && $10::text[]))
        or (projects.phase = $11 and projects.phase_status = $12 and projects.organization_id = $13 and (projects.open_steps is null
        or projects.open_steps && $14::text[]))
        or (projects.phase = $15 and projects.phase_status = $16 and projects.organization_id = $17 and (projects.open_steps is null
        or projects.open_steps && $18::text[]))
        or (projects.phase = $19 and projects.phase_status = $20 and projects.organization_id = $21 and (projects.open_steps is null
        or projects.open_steps && $22::text[]))
        or (projects.phase = $23 and projects.phase_status = $24 and projects.organization_id = $25 and (projects.open_steps is null
        or projects.open_steps && $26::text[]))
        or (projects.phase = $27 and projects.phase_status = $28 and projects.organization_id = $29 and (projects.open_steps is null
        or projects.open_steps && $30::text[]))
        or (projects.phase = $31 and projects.phase_status = $32 and projects.organization_id = $33 and (projects.open_steps is null
        or projects.open_steps && $34::text[]))
        or (projects.phase = $35 and projects.phase_status = $36 and projects.organization_id = $37 and (projects.open_steps is null
        or projects.open_steps && $38::text[]))
        or (projects.phase = $39 and projects.phase_status = $40 and projects.organization_id = $41 and (projects.open_steps is null
        or projects.open_steps && $42::text[]))
        or (projects.phase = $43 and projects.phase_status = $44 and projects.organization_id = $45 and (projects.open_steps is null
        or projects.open_steps && $46::text[]))
        or (projects.phase = $47 and projects.phase_status = $48 and projects.organization_id = $49 and (projects.open_steps is null
        or projects.open_steps && $50::text[]))
        or (projects.phase = $51 and projects.phase_status = $52 and projects.organization_id = $53 and (projects.open_steps is null
        or projects.open_steps && $54::text[]))
        or (projects.phase = $55 and projects.phase_status = $56 and projects.organization_id = $57 and (projects.open_steps is null
        or projects.open_steps && $58::text[]))
        or (projects.phase = $59 and projects.phase_status = $60 and projects.organization_id = $61 and (projects.open_steps is null
        or projects.open_steps && $62::text[]))
        or (projects.phase = $63 and projects.phase_status = $64 and projects.organization_id = $65 and (projects.open_steps is null
        or projects.open_steps && $66::text[]))
        or (projects.phase = $67 and projects.phase_status = $68 and projects.organization_id = $69 and (projects.open_steps is null
        or projects.open_steps && $70::text[]))
        or (projects.phase = $71 and projects.phase_status = $72 and projects.organization_id = $73 and (projects.open_steps is null
        or projects.open_steps && $74::text[]))
        or (projects.phase = $75 and projects.phase_status = $76 and projects.organization_id = $77 and (projects.open_steps is null
        or projects.open_steps && $78::text[]))
        or (projects.phase = $79 and projects.phase_status = $80 and projects.organization_id = $81 and (projects.open_steps is null
        or projects.open_steps && $82::text[]))
        or (projects.phase = $83 and projects.phase_status = $84 and projects.organization_id = $85 and (projects.open_steps is null
        or projects.open_steps && $86::text[]))
        or (projects.phase = $87 and projects.phase_status = $88 and projects.organization_id = $89 and (projects.open_steps is null
        or projects.open_steps && $90::text[]))
        or (projects.phase = $91 and projects.phase_status = $92 and projects.organization_id = $93 and (projects.open_steps is null
        or projects.open_steps && $94::text[]))
        or (projects.phase = $95 and projects.phase_status = $96 and projects.organization_id = $97 and (projects.open_steps is null
        or projects.open_steps && $98::text[]))
        or (projects.phase = $99 and projects.phase_status = $100 and projects.organization_id = $101 and (projects.open_steps is null
        or projects.open_steps && $102::text[]))
        or (projects.phase = $103 and projects.phase_status = $104 and projects.organization_id = $105 and (projects.open_steps is null
        or projects.open_steps && $106::text[]))
        or (projects.phase = $107 and projects.phase_status = $108 and projects.organization_id = $109 and projects.open_steps && $110::text[])))
    order by (case when projects.id in (
        select mentions.project_id
        from published.unread_mentions mentions
        where mentions.user_id = (
            select $111::integer
        )
    ) or exists (
        select
        from published.project_phases returned
        where returned.project_id = projects.id
          and returned.phase = projects.phase
          and returned.returned_activity_id is not null
    ) then 0 else 1 end || to_char(projects.waiting_since at time zone 'UTC', ' YYYY-MM-DD HH24:MI:SS.US')), projects.id
    limit 50
) waiting
join published.projects on projects.id = waiting.id
join published.organizations owner on owner.id = projects.organization_id
join published.project_phases phases on phases.project_id = projects.id
  and phases.phase = projects.phase
left join lateral (
    select id, code, status
    from published.project_forms
    where project_phase_id = phases.id
    order by ordinal desc
    limit 1
) form on true
order by (case when projects.id in (
    select mentions.project_id
    from published.unread_mentions mentions
    where mentions.user_id = (
        select $112::integer
    )
) or exists (
    select
    from published.project_phases returned
    where returned.project_id = projects.id
      and returned.phase = projects.phase
      and returned.returned_activity_id is not null
) then 0 else 1 end || to_char(projects.waiting_since at time zone 'UTC', ' YYYY-MM-DD HH24:MI:SS.US')), projects.id
