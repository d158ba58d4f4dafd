-- The same keys as before, put together in one go: the queries within the function, each begun and ended for three
-- texts, took as long as the folding. The schema is named, because a restored backup fills its tables without a path.
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
