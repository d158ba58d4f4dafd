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
from ((
    select projects.id, projects.waiting_since
    from published.projects as projects
    where true
      and (projects.status = 0 and ((projects.phase = $2 and projects.phase_status = $3 and (projects.open_steps is null
        or projects.open_steps && $4::text[]))
        or (projects.phase = $5 and projects.phase_status = $6 and (projects.open_steps is null
        or projects.open_steps && $7::text[]))
        or (projects.phase = $8 and projects.phase_status = $9 and (projects.open_steps is null
        or projects.open_steps && $10::text[]))
        or (projects.phase = $11 and projects.phase_status = $12 and (projects.open_steps is null
        or projects.open_steps && $13::text[]))
        or (projects.phase = $14 and projects.phase_status = $15 and (projects.open_steps is null
        or projects.open_steps && $16::text[]))
        or (projects.phase = $17 and projects.phase_status = $18 and (projects.open_steps is null
        or projects.open_steps && $19::text[]))
        or (projects.phase = $20 and projects.phase_status = $21 and (projects.open_steps is null
        or projects.open_steps && $22::text[]))
        or (projects.phase = $23 and projects.phase_status = $24 and (projects.open_steps is null
        or projects.open_steps && $25::text[]))
        or (projects.phase = $26 and projects.phase_status = $27 and (projects.open_steps is null
        or projects.open_steps && $28::text[]))
        or (projects.phase = $29 and projects.phase_status = $30 and (projects.open_steps is null
        or projects.open_steps && $31::text[]))
        or (projects.phase = $32 and projects.phase_status = $33 and (projects.open_steps is null
        or projects.open_steps && $34::text[]))
        or (projects.phase = $35 and projects.phase_status = $36 and (projects.open_steps is null
        or projects.open_steps && $37::text[]))
        or (projects.phase = $38 and projects.phase_status = $39 and (projects.open_steps is null
        or projects.open_steps && $40::text[]))
        or (projects.phase = $41 and projects.phase_status = $42 and (projects.open_steps is null
        or projects.open_steps && $43::text[]))
        or (projects.phase = $44 and projects.phase_status = $45 and (projects.open_steps is null
        or projects.open_steps && $46::text[]))
        or (projects.phase = $47 and projects.phase_status = $48 and (projects.open_steps is null
        or projects.open_steps && $49::text[]))
        or (projects.phase = $50 and projects.phase_status = $51 and (projects.open_steps is null
        or projects.open_steps && $52::text[]))
        or (projects.phase = $53 and projects.phase_status = $54 and (projects.open_steps is null
        or projects.open_steps && $55::text[]))
        or (projects.phase = $56 and projects.phase_status = $57 and (projects.open_steps is null
        or projects.open_steps && $58::text[]))
        or (projects.phase = $59 and projects.phase_status = $60 and (projects.open_steps is null
        or projects.open_steps && $61::text[]))
        or (projects.phase = $62 and projects.phase_status = $63 and (projects.open_steps is null
        or projects.open_steps && $64::text[]))
        or (projects.phase = $65 and projects.phase_status = $66 and (projects.open_steps is null
        or projects.open_steps && $67::text[]))
        or (projects.phase = $68 and projects.phase_status = $69 and (projects.open_steps is null
        or projects.open_steps && $70::text[]))
        or (projects.phase = $71 and projects.phase_status = $72 and (projects.open_steps is null
        or projects.open_steps && $73::text[]))
        or (projects.phase = $74 and projects.phase_status = $75 and (projects.open_steps is null
        or projects.open_steps && $76::text[]))
        or (projects.phase = $77 and projects.phase_status = $78 and (projects.open_steps is null
        or projects.open_steps && $79::text[]))
        or (projects.phase = $80 and projects.phase_status = $81 and (projects.open_steps is null
        or projects.open_steps && $82::text[]))
        or (projects.phase = $83 and projects.phase_status = $84 and (projects.open_steps is null
        or projects.open_steps && $85::text[]))
        or (projects.phase = $86 and projects.phase_status = $87 and (projects.open_steps is null
        or projects.open_steps && $88::text[]))
        or (projects.phase = $89 and projects.phase_status = $90 and (projects.open_steps is null
        or projects.open_steps && $91::text[]))
        or (projects.phase = $92 and projects.phase_status = $93 and (projects.open_steps is null
        or projects.open_steps && $94::text[]))
        or (projects.phase = $95 and projects.phase_status = $96 and (projects.open_steps is null
        or projects.open_steps && $97::text[]))
        or (projects.phase = $98 and projects.phase_status = $99 and (projects.open_steps is null
        or projects.open_steps && $100::text[]))
        or (projects.phase = $101 and projects.phase_status = $102 and (projects.open_steps is null
        or projects.open_steps && $103::text[]))
        or (projects.phase = $104 and projects.phase_status = $105 and (projects.open_steps is null
        or projects.open_steps && $106::text[]))
        or (projects.phase = $107 and projects.phase_status = $108 and (projects.open_steps is null
        or projects.open_steps && $109::text[]))
        or (projects.phase = $110 and projects.phase_status = $111 and projects.open_steps && $112::text[])))
      and projects.id in (
        select mentions.project_id
        from published.unread_mentions mentions
        where mentions.user_id = (
            select $113::integer
        )
    )
    order by projects.waiting_since, projects.id
    limit 50
) union(
    select projects.id, projects.waiting_since
    from unnest($114::integer[], $115::integer[]) state(phase, phase_status)
    cross join lateral (
        select projects.id, projects.waiting_since
        from published.projects as projects
        where true
          and (projects.status = 0 and ((projects.phase = $116 and projects.phase_status = $117 and (projects.open_steps is null
            or projects.open_steps && $118::text[]))
            or (projects.phase = $119 and projects.phase_status = $120 and (projects.open_steps is null
            or projects.open_steps && $121::text[]))
            or (projects.phase = $122 and projects.phase_status = $123 and (projects.open_steps is null
            or projects.open_steps && $124::text[]))
            or (projects.phase = $125 and projects.phase_status = $126 and (projects.open_steps is null
            or projects.open_steps && $127::text[]))
            or (projects.phase = $128 and projects.phase_status = $129 and (projects.open_steps is null
            or projects.open_steps && $130::text[]))
            or (projects.phase = $131 and projects.phase_status = $132 and (projects.open_steps is null
            or projects.open_steps && $133::text[]))
            or (projects.phase = $134 and projects.phase_status = $135 and (projects.open_steps is null
            or projects.open_steps && $136::text[]))
            or (projects.phase = $137 and projects.phase_status = $138 and (projects.open_steps is null
            or projects.open_steps && $139::text[]))
            or (projects.phase = $140 and projects.phase_status = $141 and (projects.open_steps is null
            or projects.open_steps && $142::text[]))
            or (projects.phase = $143 and projects.phase_status = $144 and (projects.open_steps is null
            or projects.open_steps && $145::text[]))
            or (projects.phase = $146 and projects.phase_status = $147 and (projects.open_steps is null
            or projects.open_steps && $148::text[]))
            or (projects.phase = $149 and projects.phase_status = $150 and (projects.open_steps is null
            or projects.open_steps && $151::text[]))
            or (projects.phase = $152 and projects.phase_status = $153 and (projects.open_steps is null
            or projects.open_steps && $154::text[]))
            or (projects.phase = $155 and projects.phase_status = $156 and (projects.open_steps is null
            or projects.open_steps && $157::text[]))
            or (projects.phase = $158 and projects.phase_status = $159 and (projects.open_steps is null
            or projects.open_steps && $160::text[]))
            or (projects.phase = $161 and projects.phase_status = $162 and (projects.open_steps is null
            or projects.open_steps && $163::text[]))
            or (projects.phase = $164 and projects.phase_status = $165 and (projects.open_steps is null
            or projects.open_steps && $166::text[]))
            or (projects.phase = $167 and projects.phase_status = $168 and (projects.open_steps is null
            or projects.open_steps && $169::text[]))
            or (projects.phase = $170 and projects.phase_status = $171 and (projects.open_steps is null
            or projects.open_steps && $172::text[]))
            or (projects.phase = $173 and projects.phase_status = $174 and (projects.open_steps is null
            or projects.open_steps && $175::text[]))
            or (projects.phase = $176 and projects.phase_status = $177 and (projects.open_steps is null
            or projects.open_steps && $178::text[]))
            or (projects.phase = $179 and projects.phase_status = $180 and (projects.open_steps is null
            or projects.open_steps && $181::text[]))
            or (projects.phase = $182 and projects.phase_status = $183 and (projects.open_steps is null
            or projects.open_steps && $184::text[]))
            or (projects.phase = $185 and projects.phase_status = $186 and (projects.open_steps is null
            or projects.open_steps && $187::text[]))
            or (projects.phase = $188 and projects.phase_status = $189 and (projects.open_steps is null
            or projects.open_steps && $190::text[]))
            or (projects.phase = $191 and projects.phase_status = $192 and (projects.open_steps is null
            or projects.open_steps && $193::text[]))
            or (projects.phase = $194 and projects.phase_status = $195 and (projects.open_steps is null
            or projects.open_steps && $196::text[]))
            or (projects.phase = $197 and projects.phase_status = $198 and (projects.open_steps is null
            or projects.open_steps && $199::text[]))
            or (projects.phase = $200 and projects.phase_status = $201 and (projects.open_steps is null
            or projects.open_steps && $202::text[]))
            or (projects.phase = $203 and projects.phase_status = $204 and (projects.open_steps is null
            or projects.open_steps && $205::text[]))
            or (projects.phase = $206 and projects.phase_status = $207 and (projects.open_steps is null
            or projects.open_steps && $208::text[]))
            or (projects.phase = $209 and projects.phase_status = $210 and (projects.open_steps is null
            or projects.open_steps && $211::text[]))
            or (projects.phase = $212 and projects.phase_status = $213 and (projects.open_steps is null
            or projects.open_steps && $214::text[]))
            or (projects.phase = $215 and projects.phase_status = $216 and (projects.open_steps is null
            or projects.open_steps && $217::text[]))
            or (projects.phase = $218 and projects.phase_status = $219 and (projects.open_steps is null
            or projects.open_steps && $220::text[]))
            or (projects.phase = $221 and projects.phase_status = $222 and (projects.open_steps is null
            or projects.open_steps && $223::text[]))
            or (projects.phase = $224 and projects.phase_status = $225 and projects.open_steps && $226::text[])))
          and projects.phase = state.phase
          and projects.phase_status = state.phase_status
        order by projects.waiting_since, projects.id
        limit 50
    ) projects
    order by projects.waiting_since, projects.id
    limit 50
)) waiting
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
        select $227::integer
    )
) or exists (
    select
    from published.project_phases returned
    where returned.project_id = projects.id
      and returned.phase = projects.phase
      and returned.returned_activity_id is not null
) then 0 else 1 end || to_char(projects.waiting_since at time zone 'UTC', ' YYYY-MM-DD HH24:MI:SS.US')), projects.id
