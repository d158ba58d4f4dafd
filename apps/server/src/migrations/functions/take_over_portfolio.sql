-- A database of an earlier version keeps nothing yet.
-- After 0144_portfolio.sql: about 1.7 ms a row of projects.
do $$ begin
  if exists (select from project_quarters) or exists (select from projects where level is not null or districts <> '{}') then return; end if;
  perform keep_places(array(select id from projects)), keep_quarters(array(select id from projects));
end $$;
