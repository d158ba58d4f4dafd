select min(projects.waiting_since) as since
from (
    select projects.waiting_since
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
) projects
where projects.waiting_since <= $110
