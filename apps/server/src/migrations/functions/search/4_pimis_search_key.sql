-- The text that a search matches: " code code #number  name  name". One LIKE pattern finds the start of a word, another
-- the start of a name. Registry numbers follow a #, so that a search for a few digits finds codes only.
create or replace function pimis_search_key(codes text[], names text[], numbers text[] default null::text[]) returns text
  language plpgsql immutable parallel safe
as $$
declare
  key text := '';
  given text;
  folded text;
begin
  foreach given in array coalesce(codes, '{}') loop
    folded := public.pimis_search_text(given);
    if folded <> '' then key := key || ' ' || folded; end if;
  end loop;
  foreach given in array coalesce(numbers, '{}') loop
    folded := public.pimis_search_text(given);
    if folded <> '' then key := key || ' #' || folded; end if;
  end loop;
  foreach given in array coalesce(names, '{}') loop
    folded := public.pimis_search_text(given);
    if folded <> '' then key := key || '  ' || folded; end if;
  end loop;
  return key;
end $$;
