-- Keeps public_forms and public_projects: a form that is approved, a plan in force, a decision of the commission, a
-- project that moves on, a document that becomes public or is not any more, a project that is withheld.

-- Forms that the commission decides on speak from its yes on; plans and corrections when they take effect.
create or replace function keep_public_form(form integer, revision_number integer, at timestamptz, day date)
  returns void language sql as $$
  insert into public_forms (form_id, revision, project_id, code, approved_at, approved_on, facts)
  select forms.id, revisions.revision, forms.project_id, forms.code, at, day,
         public_form_facts(forms.code, revisions.input::jsonb)
  from project_forms forms
  join form_revisions revisions on revisions.form_id = forms.id and revisions.revision = revision_number
  where forms.id = form
  on conflict (form_id, revision) do update set approved_at = excluded.approved_at, approved_on = excluded.approved_on
$$;

create or replace function public_form_approved() returns trigger language plpgsql as $$
declare at timestamptz := coalesce(new.locked_at, now());
begin
  perform keep_public_form(new.id, (select max(revision) from form_revisions where form_id = new.id), at,
                           (at at time zone 'Europe/Belgrade')::date);
  perform refresh_public_projects(array[new.project_id]);
  return null;
end $$;

create or replace trigger public_form_approved after update of status on project_forms
  for each row when (new.status = 4 and old.status <> 4
    and (new.code in ('predimplementacija', 'kvartalni', 'kvartalni-korekcija', 'zavrsni', 'efekti', 'pif-mini')
         or new.code ~ '^1-5-[0-5]$'))
  execute function public_form_approved();

create or replace function public_plan_in_force() returns trigger language plpgsql as $$
begin
  perform keep_public_form(new.form_id, new.form_revision, new.in_force_from, coalesce(
    (select max(decision_date) from project_list_items where form_id = new.form_id and decision = 1),
    (new.in_force_from at time zone 'Europe/Belgrade')::date));
  perform refresh_public_projects(array[new.project_id]);
  return null;
end $$;

create or replace trigger public_plan_in_force after insert on project_plans
  for each row execute function public_plan_in_force();

create or replace function public_decision() returns trigger language plpgsql as $$
begin
  if new.decision = 1 and new.form_id is not null and new.form_revision is not null then
    if exists (select from project_forms where id = new.form_id and code <> 'korekcija') then
      perform keep_public_form(new.form_id, new.form_revision, new.decided_at, coalesce(
        new.decision_date, (new.decided_at at time zone 'Europe/Belgrade')::date));
    else
      update public_forms set approved_on = coalesce(new.decision_date, approved_on) where form_id = new.form_id;
    end if;
  end if;
  perform refresh_public_projects(array[new.project_id]);
  return null;
end $$;

create or replace trigger public_decision after update on project_list_items
  for each row when (old.decision is null and new.decision is not null)
  execute function public_decision();

create or replace function public_project_changed() returns trigger language plpgsql as $$
begin
  if exists (select from public_projects where project_id = new.id) then
    perform refresh_public_projects(array[new.id], case when
      (public_status(old.phase, old.phase_status), old.organization_id, old.merged_into_id)
      is distinct from (public_status(new.phase, new.phase_status), new.organization_id, new.merged_into_id)
      then new.last_changed_at end);
  end if;
  return null;
end $$;

create or replace trigger public_project_changed after update on projects
  for each row when (
    (old.phase, old.phase_status in (9, 31), old.organization_id, old.merged_into_id, old.code, old.sector)
    is distinct from
    (new.phase, new.phase_status in (9, 31), new.organization_id, new.merged_into_id, new.code, new.sector))
  execute function public_project_changed();

-- The project of a document: it may move to another when projects are merged.
create or replace function public_document_changed() returns trigger language plpgsql as $$
begin
  if exists (select from document_revisions where document_id = new.id and not secure_link) then
    perform refresh_public_projects(array(
      select project_id from public_projects where project_id in (old.project_id, new.project_id)), now());
  end if;
  return null;
end $$;

create or replace trigger public_document_changed after update on documents
  for each row when ((old.project_id, old.title, old.description, old.document_type, old.deleted_at)
    is distinct from (new.project_id, new.title, new.description, new.document_type, new.deleted_at))
  execute function public_document_changed();

create or replace function public_revision_changed() returns trigger language plpgsql as $$
begin
  perform refresh_public_projects(array(
    select public_projects.project_id from documents
    join public_projects on public_projects.project_id = documents.project_id
    where documents.id = new.document_id), case tg_op when 'UPDATE' then now() end);
  return null;
end $$;

-- What happens to a secured document is no public change.
create or replace trigger public_revision_changed after update on document_revisions
  for each row when (not (old.secure_link and new.secure_link)
    and (old.secure_link, old.deleted_at, old.scan, old.link_expires_on)
        is distinct from (new.secure_link, new.deleted_at, new.scan, new.link_expires_on))
  execute function public_revision_changed();

create or replace trigger public_revision_added after insert on document_revisions
  for each row when (not new.secure_link)
  execute function public_revision_changed();

create or replace function public_withholding_changed() returns trigger language plpgsql as $$
begin
  perform refresh_public_projects(array(select project_id from public_projects where project_id = new.project_id));
  return null;
end $$;

create or replace trigger public_withholding_changed after insert or update on project_withholdings
  for each row execute function public_withholding_changed();
