-- A day as forms store it (isDay of the domain); anything else, such as 2027-02-29, is null. A cast would fail the
-- change that the text is read in.
create or replace function day_of(given text) returns date language sql immutable parallel safe as $$
  select case when lpad(extract(day from said.day)::text, 2, '0') = right(given, 2) then said.day end
  from (
    -- A day that its month does not have is one of the next month.
    select case when given ~ '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' and left(given, 4) <> '0000'
                then make_date(left(given, 4)::integer, substring(given, 6, 2)::integer, 1) + right(given, 2)::integer - 1
           end as day) said
$$;
