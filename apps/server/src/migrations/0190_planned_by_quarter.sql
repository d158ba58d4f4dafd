-- expand: the former version leaves both columns empty; the rebuild of earned-values fills them.
-- Planned value at the end of each quarter, so that groups are compared with what was planned by one day.
alter table earned_values add column planned_first smallint, add column planned numeric(19, 2)[];
comment on column earned_values.planned_first is 'The first quarter of the plan, as year × 4 + quarter.';
comment on column earned_values.planned is 'Planned value at the end of that quarter and of each that follows, up to the last of the plan.';
