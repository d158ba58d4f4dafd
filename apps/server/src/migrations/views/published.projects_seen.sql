-- Every column of the table, by name; project_id is named id, as in projects.
do $$ begin
  execute (
    select format('create view published.projects_seen as select project_id as id, %s from project_visibility',
                  string_agg(quote_ident(attname), ', ' order by attname))
    from pg_attribute
    where attrelid = 'project_visibility'::regclass and attnum > 0 and not attisdropped and attname <> 'project_id');
end $$;
