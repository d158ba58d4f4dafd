-- The one place that decides whether and since when a project is public (docs/decisions/0190-what-is-public.md): since
-- the commission's first yes on a list of preparation (3, 4, 5); a project that has no such list by its kind (types 1
-- and 2, taken over from the earlier system), since the approval of its plan at the latest. Null: it is not public.
create or replace function public_since(project projects) returns date
  language sql stable as $$
  select least(
    (select min(coalesce(items.decision_date, (items.decided_at at time zone 'Europe/Belgrade')::date))
     from project_list_items items join project_lists lists on lists.id = items.list_id
     where items.project_id = project.id and items.decision = 1 and lists.type in (3, 4, 5)),
    case when project.type in (1, 2) or project.migrated then
      (select min((in_force_from at time zone 'Europe/Belgrade')::date)
       from project_plans where project_plans.project_id = project.id)
    end)
$$;
