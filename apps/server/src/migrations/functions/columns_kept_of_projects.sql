-- Columns of projects that another table keeps too, under the same names: a new column of both is kept from its migration
-- on, after which the functions that ask this are made again.
create or replace function columns_kept_of_projects(keeper regclass) returns text[] language sql stable as $$
  select array_agg(kept.attname::text order by kept.attname)
  from pg_attribute kept join pg_attribute own on own.attrelid = 'projects'::regclass and own.attname = kept.attname
  where kept.attrelid = keeper and kept.attnum > 0 and not kept.attisdropped and not own.attisdropped and kept.attname <> 'id'
$$;
