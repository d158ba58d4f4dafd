-- What goes with a filter is not spread evenly over the order of the list: names of one sector stand together, as do the
-- statuses of one phase. Walking along the order then passes all that stands before them.
create index projects_name_within_sector on projects (status, sector, name, id);
create index projects_phase_status_within_phase on projects (status, phase, phase_status, id);
