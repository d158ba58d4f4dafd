-- expand: the former version lists no returned projects.
-- The list of returned projects reads few of many phases.
create index project_phases_returned on project_phases (project_id) where returned_activity_id is not null;
