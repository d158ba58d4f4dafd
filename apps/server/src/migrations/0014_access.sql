-- Who sees which project, kept where an index can start from it: one row for each organization and project that it sees,
-- with the columns by which lists filter and sort, so that the list of an organization is one range of one index. The
-- rule stands in the domain (access/policies.ts); a test compares the two. Triggers write the rows, in the transaction
-- of whoever changes owner, proposer, observers or evaluators.
create table project_access (
  viewer_id text not null,
  project_id integer not null references projects (id),
  -- Owner, proposer or observer; without it, the organization evaluates a form alone.
  involved boolean not null,
  organization_id text not null,
  proposer_organization_id text not null,
  code citext not null,
  number text not null,
  name text collate "sr-x-icu" not null,
  type smallint not null,
  sector smallint not null,
  important boolean not null,
  foreign_funds boolean not null,
  commission_approved boolean not null,
  is_merged boolean not null,
  status smallint not null,
  phase smallint not null,
  phase_status smallint not null,
  sent_by integer,
  open_turns text[],
  waiting_since timestamptz not null,
  total_value numeric(17, 2) not null,
  last_reporting date,
  reporting_ended_on date,
  created_at timestamptz not null,
  last_changed_at timestamptz not null,
  primary key (viewer_id, project_id)
);
create index project_access_project on project_access (project_id);
-- A list reads the index alone where its pages are known to be visible to all.
alter table project_access set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);

-- How many projects stand in which state: rows are added up by whoever reads, and folded by a job. Nobody waits for a
-- counter that another transaction holds.
create table project_counts (
  status smallint not null,
  phase smallint not null,
  phase_status smallint not null,
  foreign_funds boolean not null,
  open_turns text[],
  projects integer not null
);

/* The rows of some projects anew, for a change of who sees them. */
create function pimis_keep_access(ids integer[]) returns void language plpgsql as $$
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
         projects.last_reporting, projects.reporting_ended_on, projects.created_at, projects.last_changed_at
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

create function pimis_projects_added() returns trigger language plpgsql as $$
begin
  perform pimis_keep_access(array(select id from fresh));
  insert into project_counts
  select status, phase, phase_status, foreign_funds, open_turns, count(*) from fresh
  group by status, phase, phase_status, foreign_funds, open_turns;
  return null;
end $$;
create trigger keep_access_added after insert on projects
  referencing new table as fresh for each statement execute function pimis_projects_added();

create function pimis_projects_changed() returns trigger language plpgsql as $$
declare moved integer[];
begin
  update project_access access
  set code = fresh.code, number = fresh.number, name = fresh.name, type = fresh.type, sector = fresh.sector,
      important = fresh.important, foreign_funds = fresh.foreign_funds, commission_approved = fresh.commission_approved,
      is_merged = fresh.is_merged, status = fresh.status, phase = fresh.phase, phase_status = fresh.phase_status,
      sent_by = fresh.sent_by, open_turns = fresh.open_turns, waiting_since = fresh.waiting_since,
      total_value = fresh.total_value, last_reporting = fresh.last_reporting,
      reporting_ended_on = fresh.reporting_ended_on, created_at = fresh.created_at,
      last_changed_at = fresh.last_changed_at
  from fresh
  where access.project_id = fresh.id
    and (access.code, access.number, access.name, access.type, access.sector, access.important, access.foreign_funds,
         access.commission_approved, access.is_merged, access.status, access.phase, access.phase_status, access.sent_by,
         access.open_turns, access.waiting_since, access.total_value, access.last_reporting, access.reporting_ended_on,
         access.created_at, access.last_changed_at)
      is distinct from
        (fresh.code, fresh.number, fresh.name, fresh.type, fresh.sector, fresh.important, fresh.foreign_funds,
         fresh.commission_approved, fresh.is_merged, fresh.status, fresh.phase, fresh.phase_status, fresh.sent_by,
         fresh.open_turns, fresh.waiting_since, fresh.total_value, fresh.last_reporting, fresh.reporting_ended_on,
         fresh.created_at, fresh.last_changed_at);
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
create trigger keep_access_changed after update on projects
  referencing old table as past new table as fresh for each statement execute function pimis_projects_changed();

create function pimis_observers_added() returns trigger language plpgsql as $$
begin
  perform pimis_keep_access(array(select distinct project_id from fresh));
  return null;
end $$;
create function pimis_observers_removed() returns trigger language plpgsql as $$
begin
  perform pimis_keep_access(array(select distinct project_id from past));
  return null;
end $$;
create trigger keep_access_added after insert on project_organizations
  referencing new table as fresh for each statement execute function pimis_observers_added();
create trigger keep_access_removed after delete on project_organizations
  referencing old table as past for each statement execute function pimis_observers_removed();
-- An observer is added or removed, never made another.
create function pimis_observers_stay() returns trigger language plpgsql as $$
begin
  raise exception 'an observer of a project is not changed into another';
end $$;
create trigger observers_stay before update of project_id, organization_id on project_organizations
  for each row when ((old.project_id, old.organization_id) is distinct from (new.project_id, new.organization_id))
  execute function pimis_observers_stay();

create function pimis_evaluators_added() returns trigger language plpgsql as $$
declare ids integer[] := array(select distinct project_id from fresh where evaluator_organization_id is not null);
begin
  if cardinality(ids) > 0 then perform pimis_keep_access(ids); end if;
  return null;
end $$;
create function pimis_evaluators_changed() returns trigger language plpgsql as $$
declare ids integer[] := array(
  select distinct fresh.project_id from fresh join past on past.id = fresh.id
  where fresh.evaluator_organization_id is distinct from past.evaluator_organization_id);
begin
  if cardinality(ids) > 0 then perform pimis_keep_access(ids); end if;
  return null;
end $$;
create trigger keep_access_added after insert on project_forms
  referencing new table as fresh for each statement execute function pimis_evaluators_added();
create trigger keep_access_changed after update on project_forms
  referencing old table as past new table as fresh for each statement execute function pimis_evaluators_changed();

-- What there is already.
select pimis_keep_access(array(select id from projects));
insert into project_counts
select status, phase, phase_status, foreign_funds, open_turns, count(*) from projects
group by status, phase, phase_status, foreign_funds, open_turns;

-- The list of an organization: one range, every other sort and filter of the table out of the same entries.
create index project_access_list on project_access (viewer_id, status, last_changed_at, project_id)
  include (involved, organization_id, proposer_organization_id, code, number, type, sector, important, foreign_funds,
           commission_approved, is_merged, phase, phase_status, sent_by, open_turns, waiting_since, total_value,
           last_reporting, reporting_ended_on, created_at);
create index project_access_name on project_access (viewer_id, status, name, project_id) include (involved);

create view published.project_access as
  select viewer_id, project_id, involved from project_access;
-- The same rows as projects: what a list needs to find its page.
create view published.projects_seen as
  select viewer_id, involved, project_id as id, organization_id, proposer_organization_id, code, number, name, type, sector,
         important, foreign_funds, commission_approved, is_merged, status, phase, phase_status, sent_by, open_turns,
         waiting_since, total_value, last_reporting, reporting_ended_on, created_at, last_changed_at
  from project_access;
create view published.project_counts as
  select status, phase, phase_status, foreign_funds, open_turns, projects from project_counts;

-- One index for each sort of the whole table, the same way forth and back.
drop index projects_organization, projects_proposer, projects_changed, projects_created, projects_value, projects_state,
           projects_name, projects_code;
create index projects_organization on projects (organization_id, status, last_changed_at, id);
create index projects_proposer on projects (proposer_organization_id, status, last_changed_at, id);
create index projects_changed on projects (status, last_changed_at, id);
create index projects_created on projects (status, created_at, id);
create index projects_value on projects (status, total_value, id);
create index projects_name on projects (status, name, id);
create index projects_code on projects (status, code, id);
create index projects_number on projects (status, number, id);
create index projects_type on projects (status, type, id);
create index projects_sector on projects (status, sector, id);
create index projects_important on projects (status, important, id);
create index projects_foreign_funds on projects (status, foreign_funds, id);
create index projects_commission_approved on projects (status, commission_approved, id);
create index projects_phase on projects (status, phase, id);
create index projects_phase_status on projects (status, phase_status, id);
create index projects_reported on projects (status, last_reporting, id);
create index projects_reported_last on projects (status, last_reporting desc nulls last, id desc);
-- Tasks and lists of the commission: the states that wait, the oldest first.
create index projects_state on projects (status, phase, phase_status, waiting_since, id);
-- States come in pairs: what is known of a phase says much of the status.
create statistics projects_states (mcv, dependencies) on status, phase, phase_status from projects;
create index organizations_name on organizations (name, id);
