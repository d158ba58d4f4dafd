-- A database of an earlier version keeps nothing yet: what was approved and decided in it is kept once.
-- After 0140_public_projects.sql: about 1 ms a row of project_forms.
do $$ begin
  if exists (select from public_forms) or exists (select from public_projects) then return; end if;
  perform keep_public_form(form_id, form_revision, decided_at,
                           coalesce(decision_date, (decided_at at time zone 'Europe/Belgrade')::date))
  from project_list_items items join project_forms forms on forms.id = items.form_id
  where decision = 1 and form_revision is not null and decided_at is not null and forms.code <> 'korekcija'
  order by decided_at;
  perform keep_public_form(forms.id, (select max(revision) from form_revisions where form_id = forms.id), at.moment,
                           (at.moment at time zone 'Europe/Belgrade')::date)
  from project_forms forms cross join lateral (select coalesce(locked_at, created_at) as moment) at
  where forms.status = 4
    and (forms.code in ('predimplementacija', 'kvartalni', 'kvartalni-korekcija', 'zavrsni', 'efekti', 'pif-mini')
         or forms.code ~ '^1-5-[0-5]$');
  perform keep_public_form(plans.form_id, plans.form_revision, plans.in_force_from, coalesce(
    (select max(decision_date) from project_list_items where form_id = plans.form_id and decision = 1),
    (plans.in_force_from at time zone 'Europe/Belgrade')::date))
  from project_plans plans;
  perform refresh_public_projects(array(select id from projects));
end $$;
