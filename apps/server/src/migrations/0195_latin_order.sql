-- expand: the former version does not know the function and its index.
-- The project table in the order of abeceda, for readers of Latin.
create or replace function pimis_latin(value text) returns text
  language sql immutable parallel safe strict
  return translate(
    replace(replace(replace(replace(replace(replace(value,
      'љ', 'lj'), 'њ', 'nj'), 'џ', 'dž'), 'Љ', 'Lj'), 'Њ', 'Nj'), 'Џ', 'Dž'),
    'абвгдђежзијклмнопрстћуфхцчшАБВГДЂЕЖЗИЈКЛМНОПРСТЋУФХЦЧШ',
    'abvgdđežzijklmnoprstćufhcčšABVGDĐEŽZIJKLMNOPRSTĆUFHCČŠ');
create index projects_latin_name on projects (status, (pimis_latin(name) collate "sr-Latn-x-icu"), id);
