-- Writes the rows of public_projects anew. `moment` is that of a public change which leaves no time of its own behind
-- (a document that is not public any more). `since_if` is the first public day of a project that is not public, for a preview. Otherwise the last public change follows from the facts; it never goes back.
create or replace function refresh_public_projects(ids integer[], moment timestamptz default null, since_if date default null) returns void
  language plpgsql as $$
begin
  insert into public_projects as kept
    (project_id, number, code, title, organization_id, sector, type, status, since, changed_at, value, districts, withheld,
     planned_end)
  select projects.id, projects.number, projects.code::text, coalesce(named.title, projects.code::text),
         projects.organization_id, projects.sector, projects.type, public_status(projects.phase, projects.phase_status), public.since,
         greatest(moment, dates.approved_at, dates.decided_at, dates.added_at, dates.returned_at, since_if::timestamptz),
         valued.value, coalesce(located.districts, '{}'),
         exists (select from project_withholdings own where own.project_id = projects.id and own.returned_at is null),
         planned.planned_end
  from projects
  cross join lateral (select coalesce(public_since(projects), since_if) as since) public
  cross join lateral (
    select (select max(approved_at) from public_forms where public_forms.project_id = projects.id) as approved_at,
           (select max(decided_at) from project_list_items items where items.project_id = projects.id) as decided_at,
           (select max(revisions.created_at)
            from documents join document_revisions revisions on revisions.document_id = documents.id
            where documents.project_id = projects.id and documents.deleted_at is null and revisions.deleted_at is null
              and not revisions.secure_link and revisions.scan = 'clean') as added_at,
           (select max(returned_at) from project_withholdings own where own.project_id = projects.id) as returned_at
  ) dates
  left join lateral (
    select facts ->> 'name' as title from public_forms
    where public_forms.project_id = projects.id and btrim(facts ->> 'name') <> ''
    order by approved_at desc, form_id desc limit 1) named on true
  left join lateral (
    select (facts ->> 'value')::numeric as value from public_forms
    where public_forms.project_id = projects.id and facts ->> 'value' ~ '^\d{1,15}(\.\d{1,2})?$'
    order by approved_at desc, form_id desc limit 1) valued on true
  left join lateral (
    select array(select distinct municipalities.district_code
                 from jsonb_array_elements(facts -> 'locations') place
                 join municipalities on municipalities.id = place ->> 'id'
                 where municipalities.district_code is not null order by 1) as districts
    from public_forms
    where public_forms.project_id = projects.id and jsonb_typeof(facts -> 'locations') = 'array'
    order by approved_at desc, form_id desc limit 1) located on true
  left join lateral (
    select day_of(facts ->> 'end') as planned_end from public_forms
    where public_forms.project_id = projects.id and code in ('plan', 'korekcija') and day_of(facts ->> 'end') is not null
    order by approved_at desc, form_id desc limit 1) planned on true
  where projects.id = any(ids) and public.since is not null
  on conflict (project_id) do update set
    number = excluded.number, code = excluded.code, title = excluded.title, organization_id = excluded.organization_id,
    sector = excluded.sector, type = excluded.type, status = excluded.status, since = least(kept.since, excluded.since),
    changed_at = greatest(kept.changed_at, excluded.changed_at), value = excluded.value, districts = excluded.districts,
    withheld = excluded.withheld, planned_end = excluded.planned_end;
end $$;
