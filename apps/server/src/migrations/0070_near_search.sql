-- Names are found with one letter wrong, missing or too many, or two that changed places. For each word of a name of
-- four letters or more the keys under which such a spelling meets it: '=' the word, '?' the word with one letter left
-- open, '-' the word without one letter. A search asks for its own keys (nearKeys in the domain package), so that
-- equality alone decides and the index answers at any size. Words of more than 24 letters are looked for as they stand.
-- The cost tells the planner what computing them for each row would be: it always starts at the index.
-- Serbian letters that are two after the fold count as one too: whoever writes Cyrillic misses one.
create function pimis_near_keys(value text) returns text[]
  language plpgsql immutable parallel safe cost 10000 set search_path from current as $$
declare
  keys text[] := '{}';
  folded text := pimis_search_text(value);
  word text;
begin
  foreach word in array string_to_array(
    folded || ' ' || replace(replace(replace(folded, 'lj', 'љ'), 'nj', 'њ'), 'dz', 'џ'), ' ')
  loop
    continue when length(word) not between 4 and 24 or word ~ '[0-9]' or ('=' || word) = any (keys);
    keys := keys || ('=' || word);
    for place in 1 .. length(word) loop
      keys := keys || array['?' || overlay(word placing '?' from place for 1),
                            '-' || overlay(word placing '' from place for 1)];
    end loop;
  end loop;
  return keys;
end $$;

create index budget_users_near on budget_users using gin (pimis_near_keys(name));
create index municipalities_near on municipalities using gin (pimis_near_keys(name));
create index districts_near on districts using gin (pimis_near_keys(name));
create index treasury_branches_near on treasury_branches using gin (pimis_near_keys(name));
create index currencies_near on currencies using gin (pimis_near_keys(name));
create index functions_near on functions using gin (pimis_near_keys(name));
create index economic_classifications_near on economic_classifications using gin (pimis_near_keys(name));
create index funding_sources_near on funding_sources using gin (pimis_near_keys(name));
create index payment_codes_near on payment_codes using gin (pimis_near_keys(name));
create index countries_near on countries using gin (pimis_near_keys(name));
create index banks_near on banks using gin (pimis_near_keys(name));
-- Statistics of the keys would cost an ANALYZE more than they tell.
alter index budget_users_near alter column 1 set statistics 0;
alter index municipalities_near alter column 1 set statistics 0;
alter index districts_near alter column 1 set statistics 0;
alter index treasury_branches_near alter column 1 set statistics 0;
alter index currencies_near alter column 1 set statistics 0;
alter index functions_near alter column 1 set statistics 0;
alter index economic_classifications_near alter column 1 set statistics 0;
alter index funding_sources_near alter column 1 set statistics 0;
alter index payment_codes_near alter column 1 set statistics 0;
alter index countries_near alter column 1 set statistics 0;
alter index banks_near alter column 1 set statistics 0;
