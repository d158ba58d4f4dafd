-- The rank of a search key for folded words: 0 a whole code, 1 the start of a code, 2 a whole name, 3 its start, 4 a
-- word, 5 anything else.
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
