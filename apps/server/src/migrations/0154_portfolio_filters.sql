-- expand: adds indexes.
-- Filters of the project list by what the portfolio groups by. Without them a filter that leaves few of a million projects
-- read all: a second.
create index projects_level on projects (status, level, id);
create index projects_planned_end on projects (status, planned_end, id) where planned_end is not null;
create index projects_districts on projects using gin (districts);
create index projects_municipalities on projects using gin (municipalities);
