-- From the schema of migration 0097 to the baseline: what the baseline does not have is dropped, and names become those
-- of the baseline. Triggers, functions and views are made anew afterwards, as everywhere (platform/migrate.ts).

-- Words of projects are found by the trigram indexes of their keys (docs/decisions/0036-long-lists.md): the inverted
-- index and the counts of each word go, and so do the kept numbers of users and organizations.
do $$
declare found record;
begin
  for found in
    select tgname, tgrelid::regclass as relation from pg_trigger
    join pg_class on pg_class.oid = tgrelid and relnamespace = 'public'::regnamespace
    where not tgisinternal
  loop
    execute format('drop trigger %I on %s', found.tgname, found.relation);
  end loop;
end $$;
drop schema published cascade;
drop view registry_organizations;
drop function pimis_projects_added_to_words(), pimis_projects_changed_in_words(), pimis_organizations_named_in_words(),
  pimis_change_words, pimis_words_in_order(text, text, text, text, text),
  pimis_projects_added_to_tallies(), pimis_projects_changed_in_tallies(), pimis_organizations_named_in_tallies(),
  pimis_tallied_terms(text, text, text, text, text, text, text), pimis_hold_names(text[], boolean), pimis_words_of(text),
  pimis_count_users(), pimis_count_organizations(),
  pimis_keep_access(integer[]), pimis_projects_added(), pimis_projects_changed(), pimis_observers_added(),
  pimis_observers_removed(), pimis_observers_stay(), pimis_evaluators_added(), pimis_evaluators_changed(),
  pimis_keep_history(integer[], timestamptz), pimis_opinion_given(json), pimis_ministry_commented(integer, smallint),
  pimis_keep_opinions(integer[]), pimis_revisions_added(), pimis_revisions_removed(), pimis_form_moved(),
  pimis_phase_entered(), pimis_items_added(), pimis_items_removed(), pimis_items_changed(),
  pimis_add_to_lists(integer[], integer[], integer[], numeric[]);
drop table project_words, project_tallies, project_tally_changes, user_counts, organization_counts;

-- Sorted by how long the conclusion report is awaited, which no day changes.
drop index projects_conclusion_due;
create index projects_conclusion_awaited on projects (
  status, (case when status = 0 and phase = 7 and phase_status = 1 then reporting_ended_on end), id);
create index projects_conclusion_awaited_last on projects (
  status, (case when status = 0 and phase = 7 and phase_status = 1 then reporting_ended_on end) desc nulls last, id desc);
-- Two orders within a filter: a scan is bounded without them.
drop index projects_name_within_sector, projects_phase_status_within_phase;

alter table project_access rename to project_visibility;
alter index project_access_pkey rename to project_visibility_pkey;
alter index project_access_list rename to project_visibility_list;
alter index project_access_name rename to project_visibility_name;
alter table project_counts rename to project_state_counts;
alter table report_wishes rename to report_subscriptions;
alter table projects rename column open_turns to open_steps;
alter table project_visibility rename column open_turns to open_steps;
alter table project_state_counts rename column open_turns to open_steps;
alter table project_lists rename column undecided to pending_count;
alter table report_subscriptions rename column wish to kind;
alter table report_subscriptions rename constraint report_wishes_pkey to report_subscriptions_pkey;
alter table report_subscriptions rename constraint report_wishes_wish_check to report_subscriptions_kind_check;
alter table report_subscriptions rename constraint report_wishes_user_id_fkey to report_subscriptions_user_id_fkey;
alter table project_visibility rename constraint project_access_project_id_fkey to project_visibility_project_id_fkey;
alter index project_access_project rename to project_visibility_project;
alter index project_list_items_undecided rename to project_list_items_pending;
