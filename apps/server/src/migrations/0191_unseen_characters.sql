-- expand: servers of the former version read and write document_texts without the new column.
-- Search keys leave out characters that nobody sees (pimis_fold, docs/decisions/0260-unseen-characters.md). Rows that
-- have one get their key anew; texts of documents are read again at night, for which they name the version of their reader.
alter table document_texts add column reader smallint not null default 1;

create or replace function pimis_fold(value text) returns text
  language sql immutable parallel safe strict
  return regexp_replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
      translate(regexp_replace(normalize(lower(value collate "und-x-icu"), nfd),
          '[\u0300-\u036f\u00ad\u180e\u200b-\u200f\u2060-\u2064\ufeff]', '', 'g'),
        'абвгдежзијклмнопрстћуфхцчшłøðıħŧ',
        'abvgdezzijklmnoprstcufhccslodiht'),
      'љ', 'lj'), 'њ', 'nj'), 'ђ', 'dj'), 'đ', 'dj'), 'џ', 'dz'), 'ǆ', 'dz'), 'ǉ', 'lj'), 'ǌ', 'nj'), 'ß', 'ss'), 'æ', 'ae'),
      'œ', 'oe'), 'þ', 'th'),
    'dj+', 'd', 'g');

update projects set name = name where name ~ '[\u00ad\u180e\u200b-\u200f\u2060-\u2064\ufeff]';
update public_projects set title = title where title ~ '[\u00ad\u180e\u200b-\u200f\u2060-\u2064\ufeff]';
update users set name = name
where name || coalesce(email, '') || coalesce(phone_number, '') ~ '[\u00ad\u180e\u200b-\u200f\u2060-\u2064\ufeff]';
update organizations set name = name
where name || coalesce(admin_name, '') ~ '[\u00ad\u180e\u200b-\u200f\u2060-\u2064\ufeff]';
update documents set title = title
where title || coalesce(description, '') ~ '[\u00ad\u180e\u200b-\u200f\u2060-\u2064\ufeff]';

-- Registries are small, and several of their indexes are over folded columns without a key.
do $$
declare
  registry text;
  changed bigint;
begin
  foreach registry in array array['districts', 'municipalities', 'treasury_branches', 'budget_users', 'currencies',
    'countries', 'banks', 'functions', 'economic_classifications', 'funding_sources', 'payment_codes']
  loop
    execute format(
      'update %1$I set name = name where %1$I::text ~ ''[\u00ad\u180e\u200b-\u200f\u2060-\u2064\ufeff]''', registry);
    get diagnostics changed = row_count;
    if changed > 0 then execute format('reindex table %I', registry); end if;
  end loop;
end $$;
