-- The ends of postponements that are near stand on the dashboard.
create index projects_postponed on projects (postponed_until) where postponed_until is not null;
