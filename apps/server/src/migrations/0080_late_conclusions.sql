-- The table sorted by a late conclusion report: the few that may be late, and all others in the order of their numbers.
create index projects_conclusion_due on projects (id)
  where status = 0 and phase = 7 and phase_status = 1 and reporting_ended_on is not null;
create index projects_status on projects (status, id);
