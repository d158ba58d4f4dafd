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
    from unnest($1::integer[], $2::integer[]) state(phase, phase_status)
    cross join lateral (
        select projects.id, projects.waiting_since
        from published.projects as projects
        where true
          and (projects.status = 0 and ((projects.phase = $3 and projects.phase_status = $4 and (projects.open_steps is null
            or projects.open_steps && $5::text[]))
            or (projects.phase = $6 and projects.phase_status = $7 and (projects.open_steps is null
            or projects.open_steps && $8::text[]))
            or (projects.phase = $9 and projects.phase_status = $10 and (projects.open_steps is null
            or projects.open_steps && $11::text[]))
            or (projects.phase = $12 and projects.phase_status = $13 and (projects.open_steps is null
            or projects.open_steps && $14::text[]))
            or (projects.phase = $15 and projects.phase_status = $16 and (projects.open_steps is null
            or projects.open_steps && $17::text[]))
            or (projects.phase = $18 and projects.phase_status = $19 and (projects.open_steps is null
            or projects.open_steps && $20::text[]))
            or (projects.phase = $21 and projects.phase_status = $22 and (projects.open_steps is null
            or projects.open_steps && $23::text[]))
            or (projects.phase = $24 and projects.phase_status = $25 and (projects.open_steps is null
            or projects.open_steps && $26::text[]))
            or (projects.phase = $27 and projects.phase_status = $28 and (projects.open_steps is null
            or projects.open_steps && $29::text[]))
            or (projects.phase = $30 and projects.phase_status = $31 and (projects.open_steps is null
            or projects.open_steps && $32::text[]))
            or (projects.phase = $33 and projects.phase_status = $34 and (projects.open_steps is null
            or projects.open_steps && $35::text[]))
            or (projects.phase = $36 and projects.phase_status = $37 and (projects.open_steps is null
            or projects.open_steps && $38::text[]))
            or (projects.phase = $39 and projects.phase_status = $40 and (projects.open_steps is null
            or projects.open_steps && $41::text[]))
            or (projects.phase = $42 and projects.phase_status = $43 and (projects.open_steps is null
            or projects.open_steps && $44::text[]))
            or (projects.phase = $45 and projects.phase_status = $46 and (projects.open_steps is null
            or projects.open_steps && $47::text[]))
            or (projects.phase = $48 and projects.phase_status = $49 and (projects.open_steps is null
            or projects.open_steps && $50::text[]))
            or (projects.phase = $51 and projects.phase_status = $52 and (projects.open_steps is null
            or projects.open_steps && $53::text[]))
            or (projects.phase = $54 and projects.phase_status = $55 and (projects.open_steps is null
            or projects.open_steps && $56::text[]))
            or (projects.phase = $57 and projects.phase_status = $58 and (projects.open_steps is null
            or projects.open_steps && $59::text[]))
            or (projects.phase = $60 and projects.phase_status = $61 and (projects.open_steps is null
            or projects.open_steps && $62::text[]))
            or (projects.phase = $63 and projects.phase_status = $64 and (projects.open_steps is null
            or projects.open_steps && $65::text[]))
            or (projects.phase = $66 and projects.phase_status = $67 and (projects.open_steps is null
            or projects.open_steps && $68::text[]))
            or (projects.phase = $69 and projects.phase_status = $70 and (projects.open_steps is null
            or projects.open_steps && $71::text[]))
            or (projects.phase = $72 and projects.phase_status = $73 and (projects.open_steps is null
            or projects.open_steps && $74::text[]))
            or (projects.phase = $75 and projects.phase_status = $76 and (projects.open_steps is null
            or projects.open_steps && $77::text[]))
            or (projects.phase = $78 and projects.phase_status = $79 and (projects.open_steps is null
            or projects.open_steps && $80::text[]))
            or (projects.phase = $81 and projects.phase_status = $82 and (projects.open_steps is null
            or projects.open_steps && $83::text[]))
            or (projects.phase = $84 and projects.phase_status = $85 and (projects.open_steps is null
            or projects.open_steps && $86::text[]))
            or (projects.phase = $87 and projects.phase_status = $88 and (projects.open_steps is null
            or projects.open_steps && $89::text[]))
            or (projects.phase = $90 and projects.phase_status = $91 and (projects.open_steps is null
            or projects.open_steps && $92::text[]))
            or (projects.phase = $93 and projects.phase_status = $94 and (projects.open_steps is null
            or projects.open_steps && $95::text[]))
            or (projects.phase = $96 and projects.phase_status = $97 and (projects.open_steps is null
            or projects.open_steps && $98::text[]))
            or (projects.phase = $99 and projects.phase_status = $100 and (projects.open_steps is null
            or projects.open_steps && $101::text[]))
            or (projects.phase = $102 and projects.phase_status = $103 and (projects.open_steps is null
            or projects.open_steps && $104::text[]))
            or (projects.phase = $105 and projects.phase_status = $106 and (projects.open_steps is null
            or projects.open_steps && $107::text[]))
            or (projects.phase = $108 and projects.phase_status = $109 and (projects.open_steps is null
            or projects.open_steps && $110::text[]))
            or (projects.phase = $111 and projects.phase_status = $112 and projects.open_steps && $113::text[])))
          and projects.phase = state.phase
          and projects.phase_status = state.phase_status
        order by projects.waiting_since, projects.id
        limit 50
    ) projects
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
