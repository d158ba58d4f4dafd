-- Status of a project in the words of OC4IDS, from its phase and the status of the phase (docs/open-data.md, "Mapping").
-- Stopped and shut down by rationalization is cancelled.
create or replace function public_status(phase smallint, phase_status smallint) returns text
  language sql immutable parallel safe as $$
  select case
    when phase_status in (9, 31) then 'cancelled'
    when phase in (0, 1, 3, 10) then 'identification'
    when phase in (2, 4, 9) then 'preparation'
    when phase in (5, 11, 12, 13) then 'implementation'
    when phase = 7 then 'completion'
    when phase = 8 then 'maintenance'
  end
$$;
