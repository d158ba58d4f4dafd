with since as (
    select projects.phase, projects.open_steps, (projects.waiting_since at time zone 'Europe/Belgrade')::date as since,
      count(*) as projects
    from published.projects as projects
    where projects.status = 0
      and true
    group by 1, 2, 3
), counted as (
    select projects.phase,
      case when projects.open_steps && '{approveAmendment,confirm,confirmQuarter,lockForm,returnForUpdate,send,sendAmendment,sendPhase,sendQuarter}'::text[] then 1 when projects.open_steps && '{ministerApprove,sendToMei,sendToMinister,sendToMinistry,verify}'::text[] then 2 when projects.open_steps && '{approve,approveImportant,approveQuarter,commissionAmend,commissionNo,commissionPostpone,commissionStop,commissionYes,confirmAmendment,createList,openCorrection,putOnList,resume,returnToEntry,withdrawProposal}'::text[] then 3 when projects.open_steps && '{giveOpinion}'::text[] then 4 else 5 end as place,
      case when cardinality(projects.open_steps) > 0 then greatest($1::date - projects.since, 0) end as days,
      sum(projects.projects)::integer as projects
    from since projects
    group by 1, 2, 3
)
select counted.phase, counted.place, sum(counted.projects)::integer as projects,
  json_agg(json_build_array(counted.days, counted.projects) order by counted.days) filter (where counted.days is not null) as days
from counted
group by 1, 2
order by 1, 2
