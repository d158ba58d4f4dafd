-- Columns of projects that another table has under the same names. Functions that call this one are created again after
-- every migration, which may add a column to both.
create or replace function columns_kept_of_projects(keeper regclass) returns text[] language sql stable as $$
  select array_agg(kept.attname::text order by kept.attname)
  from pg_attribute kept join pg_attribute own on own.attrelid = 'projects'::regclass and own.attname = kept.attname
  where kept.attrelid = keeper and kept.attnum > 0 and not kept.attisdropped and not own.attisdropped and kept.attname <> 'id'
$$;
