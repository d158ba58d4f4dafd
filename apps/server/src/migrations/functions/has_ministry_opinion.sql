-- Whether the values of a form contain the opinion of the ministry. The json operators read only the requested value.
create or replace function has_ministry_opinion(input json) returns boolean
  language sql immutable parallel safe as $$
  select coalesce(input #>> '{opinions,ministry}', input ->> 'ministryOpinion', input #>> '{opinion,ministry}', '') <> ''
$$;
