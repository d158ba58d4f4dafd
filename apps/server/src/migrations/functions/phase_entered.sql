-- Sets ministry_commented of a project that enters a phase, from the form of that phase.
create or replace function phase_entered() returns trigger language plpgsql as $$
begin
  new.ministry_commented := is_ministry_commented(new.id, new.phase);
  return new;
end $$;

create or replace trigger ministry_commented_phase before update of phase on projects
  for each row when ((old.phase is distinct from new.phase))
  execute function phase_entered();
