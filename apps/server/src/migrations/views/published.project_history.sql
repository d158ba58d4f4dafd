-- Every column of the table except its id, by name.
do $$ begin
  execute (
    select format('create view published.project_history as select %s from project_history',
                  string_agg(quote_ident(attname), ', ' order by attname))
    from pg_attribute where attrelid = 'project_history'::regclass and attnum > 0 and not attisdropped and attname <> 'id');
end $$;
