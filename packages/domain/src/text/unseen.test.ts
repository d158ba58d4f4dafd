import { describe, expect, it } from 'vitest';
import { searchFold } from './transliterate.ts';
import { searchWords } from './search.ts';
import { cleanLine, hasUnseen, withoutUnseen } from './unseen.ts';

describe('a text without invisible characters', () => {
  it.each([
    ['soft hyphen', 'Изградња ре\u00adзервоара', 'Изградња резервоара'],
    ['space of no width', 'водо\u200bвода', 'водовода'],
    ['word joiner', 'ко\u2060лектора', 'колектора'],
    ['byte order mark', '\ufeffИзградња', 'Изградња'],
    ['joiners', 'вр\u200dти\u200cћ', 'вртић'],
    ['marks of direction', '\u200eВртић\u200f', 'Вртић'],
    ['double and wide spaces', '  Дом \u00a0 здравља\t ', 'Дом здравља'],
    ['marks beside their letters', 'Čačak'.normalize('NFD'), 'Čačak'],
  ])('%s', (_name, typed, clean) => {
    expect(cleanLine(typed)).toBe(clean);
    expect(cleanLine(clean)).toBe(clean);
  });

  it('keeps emoji and scripts that need joiners', () => {
    for (const text of ['Тим 👩‍🚒', '👩🏽‍🚒', 'می‌خواهم']) expect(cleanLine(text)).toBe(text);
  });

  it('keeps lines, which are refused where there may be one only', () => {
    expect(cleanLine('а\nб')).toBe('а\nб');
  });

  it('is known by its characters', () => {
    expect(hasUnseen('jovan\u200bovic')).toBe(true);
    expect(hasUnseen('jovanovic')).toBe(false);
    expect(withoutUnseen('jovan\u200bovic')).toBe('jovanovic');
  });

  it('is found as one sees it', () => {
    for (const written of [
      'ре\u00adзервоара',
      'резер\u200bвоара',
      'ре\u2060зервоара',
      '\ufeffрезервоара',
      'резервоа\u200dра',
    ]) {
      expect(searchFold(written)).toBe('rezervoara');
      expect(searchWords(`Изградња ${written}`)).toEqual(['izgradnja', 'rezervoara']);
    }
  });
});
