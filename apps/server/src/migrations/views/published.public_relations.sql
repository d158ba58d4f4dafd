-- Merges of public projects, one row for each of the two projects; other_id is public too.
create view published.public_relations as
  select pairs.project_id, pairs.other_id, other.number, other.title
  from (select id as project_id, merged_into_id as other_id from published.projects where merged_into_id is not null
        union all
        select merged_into_id, id from published.projects where merged_into_id is not null) pairs
  join public_projects other on other.project_id = pairs.other_id and not other.withheld;
