-- Has the ministry given its opinion of the current phase? Kept with the project, so that the table sorts and filters by
-- it out of an index (docs/decisions/0091-kept-opinions.md). Triggers write it, in the transaction of whoever saves a form
-- or moves the project.
alter table projects add column ministry_commented boolean not null default false;
alter table project_access add column ministry_commented boolean not null default false;

-- The operators of json, not those of jsonb: only the value that is asked for is read.
create function pimis_opinion_given(input json) returns boolean
  language sql immutable parallel safe as $$
  select coalesce(input #>> '{opinions,ministry}', input ->> 'ministryOpinion', input #>> '{opinion,ministry}', '') <> ''
$$;

/* In the newest values of the newest form of the phase that has any. */
create function pimis_ministry_commented(project integer, in_phase smallint) returns boolean
  language sql stable parallel safe set search_path from current as $$
  select coalesce((
    select pimis_opinion_given(newest.input)
    from project_forms form
    join lateral (select input from form_revisions
                  where form_id = form.id order by revision desc limit 1) newest on true
    where form.project_phase_id = (select id from project_phases where project_id = project and phase = in_phase)
    order by form.ordinal desc limit 1), false)
$$;

create function pimis_keep_opinions(ids integer[]) returns void language sql as $$
  update projects set ministry_commented = not ministry_commented
  where id = any(ids) and ministry_commented <> pimis_ministry_commented(id, phase)
$$;

create function pimis_revisions_added() returns trigger language plpgsql as $$
begin
  perform pimis_keep_opinions(array(
    select distinct project_id from project_forms where id in (select form_id from fresh)));
  return null;
end $$;
create function pimis_revisions_removed() returns trigger language plpgsql as $$
begin
  perform pimis_keep_opinions(array(
    select distinct project_id from project_forms where id in (select form_id from past)));
  return null;
end $$;
create trigger keep_opinions_added after insert on form_revisions
  referencing new table as fresh for each statement execute function pimis_revisions_added();
create trigger keep_opinions_changed after update on form_revisions
  referencing new table as fresh for each statement execute function pimis_revisions_added();
create trigger keep_opinions_removed after delete on form_revisions
  referencing old table as past for each statement execute function pimis_revisions_removed();

create function pimis_form_moved() returns trigger language plpgsql as $$
begin
  perform pimis_keep_opinions(array[old.project_id, new.project_id]);
  return null;
end $$;
create trigger keep_opinions_moved after update of project_id, project_phase_id, ordinal on project_forms
  for each row when ((old.project_id, old.project_phase_id, old.ordinal)
                     is distinct from (new.project_id, new.project_phase_id, new.ordinal))
  execute function pimis_form_moved();

create function pimis_phase_entered() returns trigger language plpgsql as $$
begin
  new.ministry_commented := pimis_ministry_commented(new.id, new.phase);
  return new;
end $$;
create trigger keep_opinion_of_phase before update of phase on projects
  for each row when (old.phase is distinct from new.phase) execute function pimis_phase_entered();

-- The rows of those who see a project carry the column too (0014_access.sql).
create or replace function pimis_keep_access(ids integer[]) returns void language plpgsql as $$
begin
  -- Two who change the same project's people wait for each other: the second reads what the first has written.
  perform from projects where id = any(ids) order by id for no key update;
  delete from project_access access where access.project_id = any(ids)
    and not exists (select from projects where id = access.project_id
                      and access.viewer_id in (organization_id, proposer_organization_id))
    and not exists (select from project_organizations observer
                    where observer.project_id = access.project_id and observer.organization_id = access.viewer_id)
    and not exists (select from project_forms form
                    where form.project_id = access.project_id and form.evaluator_organization_id = access.viewer_id);
  insert into project_access
  select seen.viewer_id, projects.id, seen.involved, projects.organization_id, projects.proposer_organization_id,
         projects.code, projects.number, projects.name, projects.type, projects.sector, projects.important,
         projects.foreign_funds, projects.commission_approved, projects.is_merged, projects.status, projects.phase,
         projects.phase_status, projects.sent_by, projects.open_turns, projects.waiting_since, projects.total_value,
         projects.last_reporting, projects.reporting_ended_on, projects.created_at, projects.last_changed_at,
         projects.ministry_commented
  from (
    select project_id, viewer_id, bool_or(involved) as involved
    from (
      select id as project_id, organization_id as viewer_id, true as involved from projects where id = any(ids)
      union all
      select id, proposer_organization_id, true from projects where id = any(ids)
      union all
      select project_id, organization_id, true from project_organizations where project_id = any(ids)
      union all
      select project_id, evaluator_organization_id, false from project_forms
      where project_id = any(ids) and evaluator_organization_id is not null
    ) grounds
    group by project_id, viewer_id
  ) seen join projects on projects.id = seen.project_id
  on conflict (viewer_id, project_id) do update
    set involved = excluded.involved, organization_id = excluded.organization_id,
        proposer_organization_id = excluded.proposer_organization_id
    where (project_access.involved, project_access.organization_id, project_access.proposer_organization_id)
      is distinct from (excluded.involved, excluded.organization_id, excluded.proposer_organization_id);
end $$;

create or replace function pimis_projects_changed() returns trigger language plpgsql as $$
declare moved integer[];
begin
  update project_access access
  set code = fresh.code, number = fresh.number, name = fresh.name, type = fresh.type, sector = fresh.sector,
      important = fresh.important, foreign_funds = fresh.foreign_funds, commission_approved = fresh.commission_approved,
      is_merged = fresh.is_merged, status = fresh.status, phase = fresh.phase, phase_status = fresh.phase_status,
      sent_by = fresh.sent_by, open_turns = fresh.open_turns, waiting_since = fresh.waiting_since,
      total_value = fresh.total_value, last_reporting = fresh.last_reporting,
      reporting_ended_on = fresh.reporting_ended_on, created_at = fresh.created_at,
      last_changed_at = fresh.last_changed_at, ministry_commented = fresh.ministry_commented
  from fresh
  where access.project_id = fresh.id
    and (access.code, access.number, access.name, access.type, access.sector, access.important, access.foreign_funds,
         access.commission_approved, access.is_merged, access.status, access.phase, access.phase_status, access.sent_by,
         access.open_turns, access.waiting_since, access.total_value, access.last_reporting, access.reporting_ended_on,
         access.created_at, access.last_changed_at, access.ministry_commented)
      is distinct from
        (fresh.code, fresh.number, fresh.name, fresh.type, fresh.sector, fresh.important, fresh.foreign_funds,
         fresh.commission_approved, fresh.is_merged, fresh.status, fresh.phase, fresh.phase_status, fresh.sent_by,
         fresh.open_turns, fresh.waiting_since, fresh.total_value, fresh.last_reporting, fresh.reporting_ended_on,
         fresh.created_at, fresh.last_changed_at, fresh.ministry_commented);
  moved := array(
    select fresh.id from fresh join past on past.id = fresh.id
    where (fresh.organization_id, fresh.proposer_organization_id)
      is distinct from (past.organization_id, past.proposer_organization_id));
  if cardinality(moved) > 0 then perform pimis_keep_access(moved); end if;
  insert into project_counts
  select status, phase, phase_status, foreign_funds, open_turns, sum(change)
  from (select status, phase, phase_status, foreign_funds, open_turns, 1 as change from fresh
        union all
        select status, phase, phase_status, foreign_funds, open_turns, -1 from past) changes
  group by status, phase, phase_status, foreign_funds, open_turns
  having sum(change) <> 0;
  return null;
end $$;

drop index project_access_list;
create index project_access_list on project_access (viewer_id, status, last_changed_at, project_id)
  include (involved, organization_id, proposer_organization_id, code, number, type, sector, important, foreign_funds,
           commission_approved, is_merged, phase, phase_status, sent_by, open_turns, waiting_since, total_value,
           last_reporting, reporting_ended_on, created_at, ministry_commented);
create index projects_ministry_commented on projects (status, ministry_commented, id);

create or replace view published.projects_seen as
  select viewer_id, involved, project_id as id, organization_id, proposer_organization_id, code, number, name, type, sector,
         important, foreign_funds, commission_approved, is_merged, status, phase, phase_status, sent_by, open_turns,
         waiting_since, total_value, last_reporting, reporting_ended_on, created_at, last_changed_at, ministry_commented
  from project_access;
create or replace view published.projects as
  select id, code, number, name, name_key, search_key, description, organization_id, proposer_organization_id, type,
         sector, important, migrated, foreign_funds, is_merged, commission_approved, status, phase, phase_status,
         sent_by, waiting_since, total_value, postponed_until, open_turns, last_reporting, reporting_ended_on, created_by,
         created_at, last_changed_at, status_before, confirmed_by, mei_opinion, foreign_funds_settled, ministry_commented
  from projects;

-- What there is already.
update projects set ministry_commented = true where pimis_ministry_commented(id, phase);
