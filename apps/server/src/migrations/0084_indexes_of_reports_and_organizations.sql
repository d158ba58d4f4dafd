-- Reports of a few projects find them without reading the history of all.
create index project_history_state on project_history (status, phase);
create index project_history_important on project_history (project_id) where important;
create index project_list_items_decided on project_list_items (project_id, decided_at desc) where decided_at is not null;
create index project_activities_form on project_activities (form_code, form_id, id desc) where form_code is not null;
-- Organizations by a word of their name, by the beginning of their number, and the newest.
create index organizations_name_words on organizations using gin (name_key gin_trgm_ops);
create index organizations_start on organizations (pimis_search_text(id) text_pattern_ops);
create index organizations_created on organizations (created_at, id);
