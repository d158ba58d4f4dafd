-- A name in Latin for the order of abeceda. Migration 0195 creates this function too, for its index. Unlike
-- cyrillicToLatin of the domain package it also converts URLs and foreign words, which does not matter for an order.
create or replace function pimis_latin(value text) returns text
  language sql immutable parallel safe strict
  return translate(
    replace(replace(replace(replace(replace(replace(value,
      'љ', 'lj'), 'њ', 'nj'), 'џ', 'dž'), 'Љ', 'Lj'), 'Њ', 'Nj'), 'Џ', 'Dž'),
    'абвгдђежзијклмнопрстћуфхцчшАБВГДЂЕЖЗИЈКЛМНОПРСТЋУФХЦЧШ',
    'abvgdđežzijklmnoprstćufhcčšABVGDĐEŽZIJKLMNOPRSTĆUFHCČŠ');
