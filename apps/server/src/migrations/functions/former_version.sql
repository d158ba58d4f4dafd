-- What servers of the version before projections still call while they are replaced one after the other; the next version
-- drops it (docs/decisions/0250-projections.md).

-- A preview of what would become public: meanwhile of what is public.
create or replace function preview_public_project(wanted integer, at timestamptz) returns void
  language plpgsql as $$ begin end $$;

-- The status in the view published.public_periods, as publicStatus of the domain decides it.
create or replace function public_status(phase smallint, phase_status smallint) returns text
  language sql immutable parallel safe as $$
  select case
    when phase_status in (9 /* PHASE_STATUS.stopped */, 31 /* PHASE_STATUS.rationalizationShutdown */) then 'cancelled'
    when phase in (0 /* PHASE.idea */, 1 /* PHASE.projectIdentification */, 3 /* PHASE.important */, 10 /* PHASE.identification */)
      then 'identification'
    when phase in (2 /* PHASE.preparedness */, 4 /* PHASE.plan */, 9 /* PHASE.preImplementation */) then 'preparation'
    when phase in (5 /* PHASE.reporting */, 11 /* PHASE.correction */, 12 /* PHASE.correctionReporting */, 13 /* PHASE.rationalization */)
      then 'implementation'
    when phase = 7 /* PHASE.conclusion */ then 'completion'
    when phase = 8 /* PHASE.effects */ then 'maintenance'
  end
$$;
