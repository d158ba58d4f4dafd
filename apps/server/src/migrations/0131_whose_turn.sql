-- The list of projects by whose turn it is, and by since when the open step is waited for
-- (modules/project-list/row.ts: ON_TURN, WAITING_SINCE; a new step makes the index anew).

-- What stood open was not kept of projects that were created or taken over and not touched since: they wait to be sent.
update projects set open_steps = '{send}'
where status = 0 and open_steps is null and phase_status = 1 and phase in (0, 1, 3, 4);

create index projects_on_turn on projects
  (status, (case when open_steps && '{approveAmendment,confirm,confirmQuarter,lockForm,returnForUpdate,send,sendAmendment,sendPhase,sendQuarter}'::text[] then 1 when open_steps && '{ministerApprove,sendToMei,sendToMinister,sendToMinistry,verify}'::text[] then 2 when open_steps && '{approve,approveImportant,approveQuarter,commissionAmend,commissionNo,commissionPostpone,commissionStop,commissionYes,confirmAmendment,createList,openCorrection,putOnList,resume,returnToEntry,withdrawProposal}'::text[] then 3 when open_steps && '{giveOpinion}'::text[] then 4 else 5 end), id);
create index projects_waiting on projects
  (status, (case when cardinality(open_steps) > 0 then waiting_since end), id);
create index projects_waiting_last on projects
  (status, (case when cardinality(open_steps) > 0 then waiting_since end) desc nulls last, id desc);
