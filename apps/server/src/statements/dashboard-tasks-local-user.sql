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
) as returned
from (
    select projects.id, projects.waiting_since
    from published.projects_seen as projects
    where (projects.viewer_id = (
        select $1::text
    ) and projects.involved)
      and (projects.status = 0 and ((projects.phase = $2 and projects.phase_status = $3 and projects.organization_id = $4 and (projects.open_steps is null
        or projects.open_steps && $5::text[]))
        or (projects.phase = $6 and projects.phase_status = $7 and projects.organization_id = $8 and (projects.open_steps is null
        or projects.open_steps && $9::text[]))
        or (projects.phase = $10 and projects.phase_status = $11 and projects.organization_id = $12 and (projects.open_steps is null
        or projects.open_steps && $13::text[]))
        or (projects.phase = $14 and projects.phase_status = $15 and projects.organization_id = $16 and (projects.open_steps is null
        or projects.open_steps && $17::text[]))
        or (projects.phase = $18 and projects.phase_status = $19 and projects.organization_id = $20 and (projects.open_steps is null
        or projects.open_steps && $21::text[]))
        or (projects.phase = $22 and projects.phase_status = $23 and projects.organization_id = $24 and (projects.open_steps is null
        or projects.open_steps && $25::text[]))
        or (projects.phase = $26 and projects.phase_status = $27 and projects.organization_id = $28 and (projects.open_steps is null
        or projects.open_steps && $29::text[]))
        or (projects.phase = $30 and projects.phase_status = $31 and projects.organization_id = $32 and (projects.open_steps is null
        or projects.open_steps && $33::text[]))
        or (projects.phase = $34 and projects.phase_status = $35 and projects.organization_id = $36 and (projects.open_steps is null
        or projects.open_steps && $37::text[]))
        or (projects.phase = $38 and projects.phase_status = $39 and projects.organization_id = $40 and (projects.open_steps is null
        or projects.open_steps && $41::text[]))
        or (projects.phase = $42 and projects.phase_status = $43 and projects.organization_id = $44 and (projects.open_steps is null
        or projects.open_steps && $45::text[]))
        or (projects.phase = $46 and projects.phase_status = $47 and projects.organization_id = $48 and (projects.open_steps is null
        or projects.open_steps && $49::text[]))
        or (projects.phase = $50 and projects.phase_status = $51 and projects.organization_id = $52 and (projects.open_steps is null
        or projects.open_steps && $53::text[]))
        or (projects.phase = $54 and projects.phase_status = $55 and projects.organization_id = $56 and (projects.open_steps is null
        or projects.open_steps && $57::text[]))
        or (projects.phase = $58 and projects.phase_status = $59 and projects.organization_id = $60 and (projects.open_steps is null
        or projects.open_steps && $61::text[]))
        or (projects.phase = $62 and projects.phase_status = $63 and projects.organization_id = $64 and (projects.open_steps is null
        or projects.open_steps && $65::text[]))
        or (projects.phase = $66 and projects.phase_status = $67 and projects.organization_id = $68 and (projects.open_steps is null
        or projects.open_steps && $69::text[]))
        or (projects.phase = $70 and projects.phase_status = $71 and projects.organization_id = $72 and (projects.open_steps is null
        or projects.open_steps && $73::text[]))
        or (projects.phase = $74 and projects.phase_status = $75 and projects.organization_id = $76 and (projects.open_steps is null
        or projects.open_steps && $77::text[]))
        or (projects.phase = $78 and projects.phase_status = $79 and projects.organization_id = $80 and (projects.open_steps is null
        or projects.open_steps && $81::text[]))
        or (projects.phase = $82 and projects.phase_status = $83 and projects.organization_id = $84 and (projects.open_steps is null
        or projects.open_steps && $85::text[]))
        or (projects.phase = $86 and projects.phase_status = $87 and projects.organization_id = $88 and (projects.open_steps is null
        or projects.open_steps && $89::text[]))
        or (projects.phase = $90 and projects.phase_status = $91 and projects.organization_id = $92 and (projects.open_steps is null
        or projects.open_steps && $93::text[]))
        or (projects.phase = $94 and projects.phase_status = $95 and projects.organization_id = $96 and (projects.open_steps is null
        or projects.open_steps && $97::text[]))
        or (projects.phase = $98 and projects.phase_status = $99 and projects.organization_id = $100 and (projects.open_steps is null
        or projects.open_steps && $101::text[]))
        or (projects.phase = $102 and projects.phase_status = $103 and projects.organization_id = $104 and (projects.open_steps is null
        or projects.open_steps && $105::text[]))
        or (projects.phase = $106 and projects.phase_status = $107 and projects.organization_id = $108 and projects.open_steps && $109::text[])))
    order by projects.waiting_since, projects.id
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
order by projects.waiting_since, projects.id
