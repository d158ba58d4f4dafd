-- What a published form does (rules, defaults, computed values), beside what it looks like. Forms published before
-- this column get theirs at the next start.
alter table form_definitions add column behaviour jsonb;
