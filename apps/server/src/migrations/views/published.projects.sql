-- Every column of the table, by name. A migration that adds a column is followed by the views, which are created again.
do $$ begin
  execute (
    select format('create view published.projects as select %s from projects', string_agg(quote_ident(attname), ', ' order by attname))
    from pg_attribute where attrelid = 'projects'::regclass and attnum > 0 and not attisdropped);
end $$;
