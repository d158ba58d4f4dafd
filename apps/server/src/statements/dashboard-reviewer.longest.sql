select min(projects.waiting_since) as since
from ((
    select projects.id, projects.waiting_since
    from published.projects as projects
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
      and projects.id in (
        select mentions.project_id
        from published.unread_mentions mentions
        where mentions.user_id = (
            select $112::integer
        )
    )
    order by projects.waiting_since, projects.id
    limit 1
) union(
    select projects.id, projects.waiting_since
    from unnest($113::integer[], $114::integer[]) state(phase, phase_status)
    cross join lateral (
        select projects.id, projects.waiting_since
        from published.projects as projects
        where true
          and (projects.status = 0 and ((projects.phase = $115 and projects.phase_status = $116 and (projects.open_steps is null
            or projects.open_steps && $117::text[]))
            or (projects.phase = $118 and projects.phase_status = $119 and (projects.open_steps is null
            or projects.open_steps && $120::text[]))
            or (projects.phase = $121 and projects.phase_status = $122 and (projects.open_steps is null
            or projects.open_steps && $123::text[]))
            or (projects.phase = $124 and projects.phase_status = $125 and (projects.open_steps is null
            or projects.open_steps && $126::text[]))
            or (projects.phase = $127 and projects.phase_status = $128 and (projects.open_steps is null
            or projects.open_steps && $129::text[]))
            or (projects.phase = $130 and projects.phase_status = $131 and (projects.open_steps is null
            or projects.open_steps && $132::text[]))
            or (projects.phase = $133 and projects.phase_status = $134 and (projects.open_steps is null
            or projects.open_steps && $135::text[]))
            or (projects.phase = $136 and projects.phase_status = $137 and (projects.open_steps is null
            or projects.open_steps && $138::text[]))
            or (projects.phase = $139 and projects.phase_status = $140 and (projects.open_steps is null
            or projects.open_steps && $141::text[]))
            or (projects.phase = $142 and projects.phase_status = $143 and (projects.open_steps is null
            or projects.open_steps && $144::text[]))
            or (projects.phase = $145 and projects.phase_status = $146 and (projects.open_steps is null
            or projects.open_steps && $147::text[]))
            or (projects.phase = $148 and projects.phase_status = $149 and (projects.open_steps is null
            or projects.open_steps && $150::text[]))
            or (projects.phase = $151 and projects.phase_status = $152 and (projects.open_steps is null
            or projects.open_steps && $153::text[]))
            or (projects.phase = $154 and projects.phase_status = $155 and (projects.open_steps is null
            or projects.open_steps && $156::text[]))
            or (projects.phase = $157 and projects.phase_status = $158 and (projects.open_steps is null
            or projects.open_steps && $159::text[]))
            or (projects.phase = $160 and projects.phase_status = $161 and (projects.open_steps is null
            or projects.open_steps && $162::text[]))
            or (projects.phase = $163 and projects.phase_status = $164 and (projects.open_steps is null
            or projects.open_steps && $165::text[]))
            or (projects.phase = $166 and projects.phase_status = $167 and (projects.open_steps is null
            or projects.open_steps && $168::text[]))
            or (projects.phase = $169 and projects.phase_status = $170 and (projects.open_steps is null
            or projects.open_steps && $171::text[]))
            or (projects.phase = $172 and projects.phase_status = $173 and (projects.open_steps is null
            or projects.open_steps && $174::text[]))
            or (projects.phase = $175 and projects.phase_status = $176 and (projects.open_steps is null
            or projects.open_steps && $177::text[]))
            or (projects.phase = $178 and projects.phase_status = $179 and (projects.open_steps is null
            or projects.open_steps && $180::text[]))
            or (projects.phase = $181 and projects.phase_status = $182 and (projects.open_steps is null
            or projects.open_steps && $183::text[]))
            or (projects.phase = $184 and projects.phase_status = $185 and (projects.open_steps is null
            or projects.open_steps && $186::text[]))
            or (projects.phase = $187 and projects.phase_status = $188 and (projects.open_steps is null
            or projects.open_steps && $189::text[]))
            or (projects.phase = $190 and projects.phase_status = $191 and (projects.open_steps is null
            or projects.open_steps && $192::text[]))
            or (projects.phase = $193 and projects.phase_status = $194 and (projects.open_steps is null
            or projects.open_steps && $195::text[]))
            or (projects.phase = $196 and projects.phase_status = $197 and (projects.open_steps is null
            or projects.open_steps && $198::text[]))
            or (projects.phase = $199 and projects.phase_status = $200 and (projects.open_steps is null
            or projects.open_steps && $201::text[]))
            or (projects.phase = $202 and projects.phase_status = $203 and (projects.open_steps is null
            or projects.open_steps && $204::text[]))
            or (projects.phase = $205 and projects.phase_status = $206 and (projects.open_steps is null
            or projects.open_steps && $207::text[]))
            or (projects.phase = $208 and projects.phase_status = $209 and (projects.open_steps is null
            or projects.open_steps && $210::text[]))
            or (projects.phase = $211 and projects.phase_status = $212 and (projects.open_steps is null
            or projects.open_steps && $213::text[]))
            or (projects.phase = $214 and projects.phase_status = $215 and (projects.open_steps is null
            or projects.open_steps && $216::text[]))
            or (projects.phase = $217 and projects.phase_status = $218 and (projects.open_steps is null
            or projects.open_steps && $219::text[]))
            or (projects.phase = $220 and projects.phase_status = $221 and (projects.open_steps is null
            or projects.open_steps && $222::text[]))
            or (projects.phase = $223 and projects.phase_status = $224 and projects.open_steps && $225::text[])))
          and projects.phase = state.phase
          and projects.phase_status = state.phase_status
        order by projects.waiting_since, projects.id
        limit 1
    ) projects
    order by projects.waiting_since, projects.id
    limit 1
)) projects
where projects.waiting_since <= $226
