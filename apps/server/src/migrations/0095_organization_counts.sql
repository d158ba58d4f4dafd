-- How many organizations there are, kept as the number of users is (0093).
create table organization_counts (organizations integer not null);
create function pimis_count_organizations() returns trigger language plpgsql as $$
begin
  insert into organization_counts
  select case tg_op when 'INSERT' then count(*) else -count(*) end from changed having count(*) > 0;
  return null;
end $$;
create trigger count_added after insert on organizations
  referencing new table as changed for each statement execute function pimis_count_organizations();
create trigger count_removed after delete on organizations
  referencing old table as changed for each statement execute function pimis_count_organizations();
insert into organization_counts select count(*) from organizations;
