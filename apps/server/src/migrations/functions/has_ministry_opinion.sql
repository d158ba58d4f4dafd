-- Do the values of a form hold the opinion of the ministry? By the operators of json: only the value that is asked for
-- is read.
create or replace function has_ministry_opinion(input json) returns boolean
  language sql immutable parallel safe as $$
  select coalesce(input #>> '{opinions,ministry}', input ->> 'ministryOpinion', input #>> '{opinion,ministry}', '') <> ''
$$;
