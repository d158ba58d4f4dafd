-- expand: closes phases; no column changes.
-- Projects that were merged before had left their phase and still showed it as open.
update project_phases set closed_at = merged.at
from (
  select projects.id, projects.phase, coalesce(max(activity.created_at), projects.last_changed_at) as at
  from projects left join project_activities activity on activity.project_id = projects.id and activity.operation = 'mergedInto'
  where projects.is_merged group by projects.id
) merged
where project_phases.project_id = merged.id and project_phases.phase = merged.phase and project_phases.closed_at is null;
