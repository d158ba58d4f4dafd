create view published.earned_values as
  select project_id, valid_from, valid_to, plan_ordinal, planned_start, planned_end, bac, year, quarter, pv, ev, ac, spi, cpi, eac,
         planned_first, planned
  from earned_values;
