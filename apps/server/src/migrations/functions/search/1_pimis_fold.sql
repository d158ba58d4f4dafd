-- Folds a text to Latin letters without case, diacritics and invisible characters; the same rule as searchFold of the
-- domain package (a test compares the two).
create or replace function pimis_fold(value text) returns text
  language sql immutable parallel safe strict
  return regexp_replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
      translate(regexp_replace(normalize(lower(value collate "und-x-icu"), nfd), '[\u0300-\u036f\u00ad\u180e\u200b-\u200f\u2060-\u2064\ufeff]', '', 'g'),
        'абвгдежзијклмнопрстћуфхцчшłøðıħŧ',
        'abvgdezzijklmnoprstcufhccslodiht'),
      'љ', 'lj'), 'њ', 'nj'), 'ђ', 'dj'), 'đ', 'dj'), 'џ', 'dz'), 'ǆ', 'dz'), 'ǉ', 'lj'), 'ǌ', 'nj'), 'ß', 'ss'), 'æ', 'ae'),
      'œ', 'oe'), 'þ', 'th'),
    'dj+', 'd', 'g');
