-- Whether the newest values of the newest form of the phase contain the opinion.
create or replace function is_ministry_commented(project integer, in_phase smallint) returns boolean
  language sql stable parallel safe set search_path from current as $$
  select coalesce((
    select has_ministry_opinion(newest.input)
    from project_forms form
    join lateral (select input from form_revisions
                  where form_id = form.id order by revision desc limit 1) newest on true
    where form.project_phase_id = (select id from project_phases where project_id = project and phase = in_phase)
    order by form.ordinal desc limit 1), false)
$$;
