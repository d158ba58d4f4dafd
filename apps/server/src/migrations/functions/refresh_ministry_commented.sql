-- Updates projects.ministry_commented where it differs from the forms.
create or replace function refresh_ministry_commented(ids integer[]) returns void language sql as $$
  update projects set ministry_commented = not ministry_commented
  where id = any(ids) and ministry_commented <> is_ministry_commented(id, phase)
$$;
