select ((
    select coalesce(sum(projects), 0)
    from published.project_state_counts as projects
    where true
      and (projects.status = 0 and ((projects.phase = $1 and projects.phase_status = $2 and (projects.open_steps is null
        or projects.open_steps && $3::text[]))
        or (projects.phase = $4 and projects.phase_status = $5 and (projects.open_steps is null
        or projects.open_steps && $6::text[]))
        or (projects.phase = $7 and projects.phase_status = $8 and (projects.open_steps is null
        or projects.open_steps && $9::text[]))
        or (projects.phase = $10 and projects.phase_status = $11 and (projects.open_steps is null
        or projects.open_steps && $12::text[]))
        or (projects.phase = $13 and projects.phase_status = $14 and (projects.open_steps is null
        or projects.open_steps && $15::text[]))
        or (projects.phase = $16 and projects.phase_status = $17 and (projects.open_steps is null
        or projects.open_steps && $18::text[]))
        or (projects.phase = $19 and projects.phase_status = $20 and (projects.open_steps is null
        or projects.open_steps && $21::text[]))
        or (projects.phase = $22 and projects.phase_status = $23 and (projects.open_steps is null
        or projects.open_steps && $24::text[]))
        or (projects.phase = $25 and projects.phase_status = $26 and (projects.open_steps is null
        or projects.open_steps && $27::text[]))
        or (projects.phase = $28 and projects.phase_status = $29 and (projects.open_steps is null
        or projects.open_steps && $30::text[]))
        or (projects.phase = $31 and projects.phase_status = $32 and (projects.open_steps is null
        or projects.open_steps && $33::text[]))
        or (projects.phase = $34 and projects.phase_status = $35 and (projects.open_steps is null
        or projects.open_steps && $36::text[]))
        or (projects.phase = $37 and projects.phase_status = $38 and (projects.open_steps is null
        or projects.open_steps && $39::text[]))
        or (projects.phase = $40 and projects.phase_status = $41 and (projects.open_steps is null
        or projects.open_steps && $42::text[]))
        or (projects.phase = $43 and projects.phase_status = $44 and (projects.open_steps is null
        or projects.open_steps && $45::text[]))
        or (projects.phase = $46 and projects.phase_status = $47 and (projects.open_steps is null
        or projects.open_steps && $48::text[]))
        or (projects.phase = $49 and projects.phase_status = $50 and (projects.open_steps is null
        or projects.open_steps && $51::text[]))
        or (projects.phase = $52 and projects.phase_status = $53 and (projects.open_steps is null
        or projects.open_steps && $54::text[]))
        or (projects.phase = $55 and projects.phase_status = $56 and (projects.open_steps is null
        or projects.open_steps && $57::text[]))
        or (projects.phase = $58 and projects.phase_status = $59 and (projects.open_steps is null
        or projects.open_steps && $60::text[]))
        or (projects.phase = $61 and projects.phase_status = $62 and (projects.open_steps is null
        or projects.open_steps && $63::text[]))
        or (projects.phase = $64 and projects.phase_status = $65 and (projects.open_steps is null
        or projects.open_steps && $66::text[]))
        or (projects.phase = $67 and projects.phase_status = $68 and (projects.open_steps is null
        or projects.open_steps && $69::text[]))
        or (projects.phase = $70 and projects.phase_status = $71 and (projects.open_steps is null
        or projects.open_steps && $72::text[]))
        or (projects.phase = $73 and projects.phase_status = $74 and (projects.open_steps is null
        or projects.open_steps && $75::text[]))
        or (projects.phase = $76 and projects.phase_status = $77 and (projects.open_steps is null
        or projects.open_steps && $78::text[]))
        or (projects.phase = $79 and projects.phase_status = $80 and (projects.open_steps is null
        or projects.open_steps && $81::text[]))
        or (projects.phase = $82 and projects.phase_status = $83 and (projects.open_steps is null
        or projects.open_steps && $84::text[]))
        or (projects.phase = $85 and projects.phase_status = $86 and (projects.open_steps is null
        or projects.open_steps && $87::text[]))
        or (projects.phase = $88 and projects.phase_status = $89 and (projects.open_steps is null
        or projects.open_steps && $90::text[]))
        or (projects.phase = $91 and projects.phase_status = $92 and (projects.open_steps is null
        or projects.open_steps && $93::text[]))
        or (projects.phase = $94 and projects.phase_status = $95 and (projects.open_steps is null
        or projects.open_steps && $96::text[]))
        or (projects.phase = $97 and projects.phase_status = $98 and (projects.open_steps is null
        or projects.open_steps && $99::text[]))
        or (projects.phase = $100 and projects.phase_status = $101 and (projects.open_steps is null
        or projects.open_steps && $102::text[]))
        or (projects.phase = $103 and projects.phase_status = $104 and (projects.open_steps is null
        or projects.open_steps && $105::text[]))
        or (projects.phase = $106 and projects.phase_status = $107 and (projects.open_steps is null
        or projects.open_steps && $108::text[]))
        or (projects.phase = $109 and projects.phase_status = $110 and projects.open_steps && $111::text[])))
) + (
    select count(*)
    from published.projects_seen as projects
    where projects.viewer_id = (
        select $112::text
    )
      and true
      and false
      and projects.waiting_since <= $113
      and not (projects.status = 0 and ((projects.phase = $114 and projects.phase_status = $115 and (projects.open_steps is null
        or projects.open_steps && $116::text[]))
        or (projects.phase = $117 and projects.phase_status = $118 and (projects.open_steps is null
        or projects.open_steps && $119::text[]))
        or (projects.phase = $120 and projects.phase_status = $121 and (projects.open_steps is null
        or projects.open_steps && $122::text[]))
        or (projects.phase = $123 and projects.phase_status = $124 and (projects.open_steps is null
        or projects.open_steps && $125::text[]))
        or (projects.phase = $126 and projects.phase_status = $127 and (projects.open_steps is null
        or projects.open_steps && $128::text[]))
        or (projects.phase = $129 and projects.phase_status = $130 and (projects.open_steps is null
        or projects.open_steps && $131::text[]))
        or (projects.phase = $132 and projects.phase_status = $133 and (projects.open_steps is null
        or projects.open_steps && $134::text[]))
        or (projects.phase = $135 and projects.phase_status = $136 and (projects.open_steps is null
        or projects.open_steps && $137::text[]))
        or (projects.phase = $138 and projects.phase_status = $139 and (projects.open_steps is null
        or projects.open_steps && $140::text[]))
        or (projects.phase = $141 and projects.phase_status = $142 and (projects.open_steps is null
        or projects.open_steps && $143::text[]))
        or (projects.phase = $144 and projects.phase_status = $145 and (projects.open_steps is null
        or projects.open_steps && $146::text[]))
        or (projects.phase = $147 and projects.phase_status = $148 and (projects.open_steps is null
        or projects.open_steps && $149::text[]))
        or (projects.phase = $150 and projects.phase_status = $151 and (projects.open_steps is null
        or projects.open_steps && $152::text[]))
        or (projects.phase = $153 and projects.phase_status = $154 and (projects.open_steps is null
        or projects.open_steps && $155::text[]))
        or (projects.phase = $156 and projects.phase_status = $157 and (projects.open_steps is null
        or projects.open_steps && $158::text[]))
        or (projects.phase = $159 and projects.phase_status = $160 and (projects.open_steps is null
        or projects.open_steps && $161::text[]))
        or (projects.phase = $162 and projects.phase_status = $163 and (projects.open_steps is null
        or projects.open_steps && $164::text[]))
        or (projects.phase = $165 and projects.phase_status = $166 and (projects.open_steps is null
        or projects.open_steps && $167::text[]))
        or (projects.phase = $168 and projects.phase_status = $169 and (projects.open_steps is null
        or projects.open_steps && $170::text[]))
        or (projects.phase = $171 and projects.phase_status = $172 and (projects.open_steps is null
        or projects.open_steps && $173::text[]))
        or (projects.phase = $174 and projects.phase_status = $175 and (projects.open_steps is null
        or projects.open_steps && $176::text[]))
        or (projects.phase = $177 and projects.phase_status = $178 and (projects.open_steps is null
        or projects.open_steps && $179::text[]))
        or (projects.phase = $180 and projects.phase_status = $181 and (projects.open_steps is null
        or projects.open_steps && $182::text[]))
        or (projects.phase = $183 and projects.phase_status = $184 and (projects.open_steps is null
        or projects.open_steps && $185::text[]))
        or (projects.phase = $186 and projects.phase_status = $187 and (projects.open_steps is null
        or projects.open_steps && $188::text[]))
        or (projects.phase = $189 and projects.phase_status = $190 and (projects.open_steps is null
        or projects.open_steps && $191::text[]))
        or (projects.phase = $192 and projects.phase_status = $193 and (projects.open_steps is null
        or projects.open_steps && $194::text[]))
        or (projects.phase = $195 and projects.phase_status = $196 and (projects.open_steps is null
        or projects.open_steps && $197::text[]))
        or (projects.phase = $198 and projects.phase_status = $199 and (projects.open_steps is null
        or projects.open_steps && $200::text[]))
        or (projects.phase = $201 and projects.phase_status = $202 and (projects.open_steps is null
        or projects.open_steps && $203::text[]))
        or (projects.phase = $204 and projects.phase_status = $205 and (projects.open_steps is null
        or projects.open_steps && $206::text[]))
        or (projects.phase = $207 and projects.phase_status = $208 and (projects.open_steps is null
        or projects.open_steps && $209::text[]))
        or (projects.phase = $210 and projects.phase_status = $211 and (projects.open_steps is null
        or projects.open_steps && $212::text[]))
        or (projects.phase = $213 and projects.phase_status = $214 and (projects.open_steps is null
        or projects.open_steps && $215::text[]))
        or (projects.phase = $216 and projects.phase_status = $217 and (projects.open_steps is null
        or projects.open_steps && $218::text[]))
        or (projects.phase = $219 and projects.phase_status = $220 and (projects.open_steps is null
        or projects.open_steps && $221::text[]))
        or (projects.phase = $222 and projects.phase_status = $223 and projects.open_steps && $224::text[])))
))::integer as tasks
