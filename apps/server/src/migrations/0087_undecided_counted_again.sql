-- 0086 counted what is undecided before its triggers stood: what another server decided between the two is not taken off.
-- Counted once more, while nobody decides; from here on the triggers see every change.
lock table project_list_items in share mode;
update project_lists lists set undecided = counted.items
from (select lists.id, count(items.project_id)::integer as items
      from project_lists lists
      left join project_list_items items on items.list_id = lists.id and items.decision is null
      group by lists.id) counted
where counted.id = lists.id and lists.undecided <> counted.items;
