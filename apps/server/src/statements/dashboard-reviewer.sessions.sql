select lists.id, lists.type, lists.name, lists.session_on::text as day, lists.pending_count as projects
from published.open_lists lists
where true
order by lists.session_on nulls last, lists.id desc
limit 5
