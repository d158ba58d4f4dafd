-- A database of an earlier version keeps nothing yet.
do $$ begin
  if exists (select from earned_values) then return; end if;
  perform keep_earned_values(array(select distinct project_id from project_plans));
end $$;
