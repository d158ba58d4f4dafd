-- How well a key answers, as before, but found by place: a pattern was compared with the whole key for each answer.
create or replace function pimis_search_rank(search_key text, words text) returns integer
  language sql immutable parallel safe
  return case
    when strpos(search_key, ' ' || words) = 0
      then case when strpos(split_part(search_key, '  ', 1), '#' || words) > 0 then 1 else 5 end
    when strpos(split_part(search_key, '  ', 1) || ' ', ' ' || words || ' ') > 0 then 0
    when strpos(search_key, ' ' || words) <= length(split_part(search_key, '  ', 1))
      or strpos(split_part(search_key, '  ', 1), '#' || words) > 0 then 1
    when strpos(search_key || '  ', '  ' || words || '  ') > 0 then 2
    when strpos(search_key, '  ' || words) > 0 then 3
    else 4
  end;
