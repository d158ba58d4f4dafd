select count(*) filter (where status = 0)::integer as pending, count(*) filter (where status = 1)::integer as finished,
  count(*) filter (where status = 2)::integer as archived,
  count(*) filter (where (projects.status = 0 and ((projects.phase = $1 and projects.phase_status = $2 and projects.organization_id = $3 and (projects.open_steps is null
  or projects.open_steps && $4::text[]))
  or (projects.phase = $5 and projects.phase_status = $6 and projects.organization_id = $7 and (projects.open_steps is null
  or projects.open_steps && $8::text[]))
  or (projects.phase = $9 and projects.phase_status = $10 and projects.organization_id = $11 and (projects.open_steps is null
  or projects.open_steps && $12::text[]))
  or (projects.phase = $13 and projects.phase_status = $14 and projects.organization_id = $15 and (projects.open_steps is null
  or projects.open_steps && $16::text[]))
  or (projects.phase = $17 and projects.phase_status = $18 and projects.organization_id = $19 and (projects.open_steps is null
  or projects.open_steps && $20::text[]))
  or (projects.phase = $21 and projects.phase_status = $22 and projects.organization_id = $23 and (projects.open_steps is null
  or projects.open_steps && $24::text[]))
  or (projects.phase = $25 and projects.phase_status = $26 and projects.organization_id = $27 and (projects.open_steps is null
  or projects.open_steps && $28::text[]))
  or (projects.phase = $29 and projects.phase_status = $30 and projects.organization_id = $31 and (projects.open_steps is null
  or projects.open_steps && $32::text[]))
  or (projects.phase = $33 and projects.phase_status = $34 and projects.organization_id = $35 and (projects.open_steps is null
  or projects.open_steps && $36::text[]))
  or (projects.phase = $37 and projects.phase_status = $38 and projects.organization_id = $39 and (projects.open_steps is null
  or projects.open_steps && $40::text[]))
  or (projects.phase = $41 and projects.phase_status = $42 and projects.organization_id = $43 and (projects.open_steps is null
  or projects.open_steps && $44::text[]))
  or (projects.phase = $45 and projects.phase_status = $46 and projects.organization_id = $47 and (projects.open_steps is null
  or projects.open_steps && $48::text[]))
  or (projects.phase = $49 and projects.phase_status = $50 and projects.organization_id = $51 and (projects.open_steps is null
  or projects.open_steps && $52::text[]))
  or (projects.phase = $53 and projects.phase_status = $54 and projects.organization_id = $55 and (projects.open_steps is null
  or projects.open_steps && $56::text[]))
  or (projects.phase = $57 and projects.phase_status = $58 and projects.organization_id = $59 and (projects.open_steps is null
  or projects.open_steps && $60::text[]))
  or (projects.phase = $61 and projects.phase_status = $62 and projects.organization_id = $63 and (projects.open_steps is null
  or projects.open_steps && $64::text[]))
  or (projects.phase = $65 and projects.phase_status = $66 and projects.organization_id = $67 and (projects.open_steps is null
  or projects.open_steps && $68::text[]))
  or (projects.phase = $69 and projects.phase_status = $70 and projects.organization_id = $71 and (projects.open_steps is null
  or projects.open_steps && $72::text[]))
  or (projects.phase = $73 and projects.phase_status = $74 and projects.organization_id = $75 and (projects.open_steps is null
  or projects.open_steps && $76::text[]))
  or (projects.phase = $77 and projects.phase_status = $78 and projects.organization_id = $79 and (projects.open_steps is null
  or projects.open_steps && $80::text[]))
  or (projects.phase = $81 and projects.phase_status = $82 and projects.organization_id = $83 and (projects.open_steps is null
  or projects.open_steps && $84::text[]))
  or (projects.phase = $85 and projects.phase_status = $86 and projects.organization_id = $87 and (projects.open_steps is null
  or projects.open_steps && $88::text[]))
  or (projects.phase = $89 and projects.phase_status = $90 and projects.organization_id = $91 and (projects.open_steps is null
  or projects.open_steps && $92::text[]))
  or (projects.phase = $93 and projects.phase_status = $94 and projects.organization_id = $95 and (projects.open_steps is null
  or projects.open_steps && $96::text[]))
  or (projects.phase = $97 and projects.phase_status = $98 and projects.organization_id = $99 and (projects.open_steps is null
  or projects.open_steps && $100::text[]))
  or (projects.phase = $101 and projects.phase_status = $102 and projects.organization_id = $103 and (projects.open_steps is null
  or projects.open_steps && $104::text[]))
  or (projects.phase = $105 and projects.phase_status = $106 and projects.organization_id = $107 and projects.open_steps && $108::text[]))) and projects.waiting_since <= $109)::integer as tasks
from published.projects_seen as projects
where (projects.viewer_id = (
    select $110::text
) and projects.involved)
