-- expand: servers of the former version compute these facts themselves and call none of the dropped functions.
-- The last rules in SQL that the domain also has; servers from before the projections called them
-- (docs/decisions/0250-projections.md).
drop function if exists preview_public_project(integer, timestamptz);
drop function if exists public_status(smallint, smallint);
drop function if exists fiscal_needs(jsonb);
drop function if exists fiscal_rows(jsonb);
drop function if exists fiscal_amount(text);
