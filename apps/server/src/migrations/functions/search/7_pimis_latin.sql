-- A name in Latin for the order of abeceda. Migration 0195 makes it too, for its index; cyrillicToLatin of the domain package
-- does more: it leaves addresses and foreign words, which an order does not need.
create or replace function pimis_latin(value text) returns text
  language sql immutable parallel safe strict
  return translate(
    replace(replace(replace(replace(replace(replace(value,
      'љ', 'lj'), 'њ', 'nj'), 'џ', 'dž'), 'Љ', 'Lj'), 'Њ', 'Nj'), 'Џ', 'Dž'),
    'абвгдђежзијклмнопрстћуфхцчшАБВГДЂЕЖЗИЈКЛМНОПРСТЋУФХЦЧШ',
    'abvgdđežzijklmnoprstćufhcčšABVGDĐEŽZIJKLMNOPRSTĆUFHCČŠ');
