-- Every column of the table, by name. Views are created again after every migration, which may add a column.
do $$ begin
  execute (
    select format('create view published.projects as select %s from projects', string_agg(quote_ident(attname), ', ' order by attname))
    from pg_attribute where attrelid = 'projects'::regclass and attnum > 0 and not attisdropped);
end $$;
