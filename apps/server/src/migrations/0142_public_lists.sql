-- expand: adds a column, indexes and a table; the replaced function is called by triggers alone.
-- What lists of the public portal are filtered and sorted by (docs/decisions/0186-public-portal.md).

-- The end of the newest plan in force; null without a plan.
alter table public_projects add column planned_end date;

update public_projects set planned_end = plans.planned_end
from (select distinct on (project_id) project_id, (facts ->> 'end')::date as planned_end
      from public_forms
      where code in ('plan', 'korekcija') and facts ->> 'end' ~ '^\d{4}-\d{2}-\d{2}$'
      order by project_id, approved_at desc, form_id desc) plans
where plans.project_id = public_projects.project_id;

create index public_projects_value on public_projects (value desc nulls last, project_id) where not withheld;
create index public_projects_title on public_projects (title, project_id) where not withheld;
create index public_projects_end on public_projects (planned_end, project_id) where not withheld;
create index public_projects_late on public_projects (planned_end, project_id) where status = 'implementation' and not withheld;
create index public_projects_organization on public_projects (organization_id, project_id) where not withheld;
-- The totals of the front page read nothing else.
create index public_projects_totals on public_projects (project_id)
  include (status, sector, since, value, planned_end, districts) where not withheld;
create index public_projects_withheld on public_projects (project_id) where withheld;

-- The newest accepting decisions of the commission.
create index project_list_items_accepted on project_list_items (decided_at desc, project_id) where decision = 1;

-- It has one parameter more now (functions/refresh_public_projects.sql).
drop function if exists refresh_public_projects(integer[], timestamptz);

-- Transactions that changed what is public: what is kept in memory holds as long as the newest of them stay the same.
create table public_changes (
  transaction bigint primary key,
  changed_at timestamptz not null default now()
);
comment on table public_changes is 'Transactions that changed public_projects, to tell whether what a process keeps is still true; a job removes old ones.';
-- By their time: numbers of transactions begin anew in a restored database.
create index public_changes_newest on public_changes (changed_at desc, transaction desc);
