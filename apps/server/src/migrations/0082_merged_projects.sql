-- The few projects that were merged into others, for the filter that asks for them.
create index projects_merged on projects (status, id) where is_merged;
