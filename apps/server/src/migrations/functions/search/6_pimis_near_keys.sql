-- Keys of words: words that differ by one letter share a key. The same rule as nearKeys of the domain package.
create or replace function pimis_near_keys(value text) returns text[]
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
