-- As before, but whether a statement changes any tally is found by sets: the kept plan of a single project compared each of
-- thousands with each.
create or replace function pimis_projects_changed_in_tallies() returns trigger language plpgsql as $$
begin
  -- A step within a tab changes none of these: it does not pay for finding all terms of the project.
  if not exists (
    select id, status, code, number, name, organization_id, proposer_organization_id from fresh
    except
    select id, status, code, number, name, organization_id, proposer_organization_id from past
  ) then
    return null;
  end if;
  perform pimis_hold_names(array(
    select organization_id from fresh union select organization_id from past
    union select proposer_organization_id from fresh union select proposer_organization_id from past), false);
  insert into project_tally_changes
  select field, term, status, sum(change)
  from (
    select terms.field, terms.term, changed.status, changed.change
    from (select *, 1 as change from fresh union all select *, -1 from past) changed
    join organizations owner on owner.id = organization_id
    join organizations proposer on proposer.id = proposer_organization_id,
    pimis_tallied_terms(
      code_key, number_key, changed.name_key, owner.id, owner.name_key, proposer.id, proposer.name_key) terms
  ) changes
  group by field, term, status
  having sum(change) <> 0;
  return null;
end $$;
