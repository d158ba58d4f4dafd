-- The named fields of each row of a table of a form, in its order; null when it is no table or has no rows. Fields that
-- are not named never leave.
create or replace function public_rows(given jsonb, fields text[]) returns jsonb
  language sql immutable parallel safe as $$
  select jsonb_agg((select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(row) where key = any(fields))
                   order by place)
  from jsonb_array_elements(case jsonb_typeof(given) when 'array' then given end) with ordinality rows (row, place)
  where jsonb_typeof(row) = 'object'
$$;
