-- Writes the public facts of a project as they would be if everything that waits for a decision were approved on this day,
-- and nothing were withheld. Whoever calls it reads them in the same transaction and rolls it back: nothing may stay.
create or replace function preview_public_project(wanted integer, at timestamptz) returns void language plpgsql as $$
declare day date := (at at time zone 'Europe/Belgrade')::date;
begin
  -- A locked form waits for its approval; a corrected quarter and a plan come into force by it too.
  perform keep_public_form(forms.id, newest.revision, at, day)
  from project_forms forms
  cross join lateral (
    select max(revision) as revision from form_revisions where form_revisions.form_id = forms.id) newest
  where forms.project_id = wanted and forms.status in (2, 3, 4) and newest.revision is not null
    and not exists (select from public_forms known where known.form_id = forms.id and known.revision = newest.revision);
  perform refresh_public_projects(array[wanted], null, day);
  update public_projects set withheld = false where project_id = wanted and withheld;
end $$;
