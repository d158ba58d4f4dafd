-- The folded words of one column, marked as in a search key: two spaces before the name.
create or replace function pimis_words(value text) returns text
  language sql immutable parallel safe strict
  return '  ' || pimis_search_text(value);
