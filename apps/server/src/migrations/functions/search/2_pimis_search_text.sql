-- The folded words of a text, separated by single spaces.
create or replace function pimis_search_text(value text) returns text
  language sql immutable parallel safe strict
  return trim(both ' ' from regexp_replace(pimis_fold(value) collate "und-x-icu", '[^[:alnum:]]+', ' ', 'g'));
