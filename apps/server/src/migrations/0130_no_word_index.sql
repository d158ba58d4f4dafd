-- Words of projects are found by the trigram indexes of their keys, and lists count no further than 10,000: the inverted
-- index, the counts of each word and the triggers that kept both go (docs/decisions/0036-long-lists.md).
drop view published.project_words, published.project_tallies;
drop trigger keep_words_added on projects;
drop trigger keep_words_changed on projects;
drop trigger keep_words_named on organizations;
drop trigger keep_tallies_added on projects;
drop trigger keep_tallies_changed on projects;
drop trigger keep_tallies_named on organizations;
drop function pimis_change_words;
drop table project_words, project_tallies, project_tally_changes;
drop function pimis_projects_added_to_words(), pimis_projects_changed_in_words(), pimis_organizations_named_in_words(),
  pimis_words_in_order(text, text, text, text, text),
  pimis_projects_added_to_tallies(), pimis_projects_changed_in_tallies(), pimis_organizations_named_in_tallies(),
  pimis_tallied_terms(text, text, text, text, text, text, text), pimis_hold_names(text[], boolean), pimis_words_of(text);

-- Users and organizations are tens of thousands at most: they are counted when somebody asks.
drop trigger count_added on users;
drop trigger count_removed on users;
drop trigger count_added on organizations;
drop trigger count_removed on organizations;
drop table user_counts, organization_counts;
drop function pimis_count_users(), pimis_count_organizations();

-- Sorted by how long the conclusion report is awaited (project-list/row.ts), which no day changes.
drop index projects_conclusion_due;
create index projects_conclusion_awaited on projects (
  status, (case when status = 0 and phase = 7 and phase_status = 1 then reporting_ended_on end), id);
create index projects_conclusion_awaited_last on projects (
  status, (case when status = 0 and phase = 7 and phase_status = 1 then reporting_ended_on end) desc nulls last, id desc);
-- Two sorts within a filter: the scan is bounded without them.
drop index projects_name_within_sector, projects_phase_status_within_phase;
