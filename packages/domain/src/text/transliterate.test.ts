import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cyrillicToLatin, latinToCyrillic, loginFromName, searchFold } from './transliterate.ts';

const CYRILLIC = [...'абвгдђежзијклљмнњопрстћуфхцчџш'];

describe('transliteration', () => {
  it('keeps the case of letters that become two', () => {
    expect(cyrillicToLatin('Љубав, ЉУБАВ, Његош, џеп, Џ')).toBe('Ljubav, LJUBAV, Njegoš, džep, Dž');
    expect(cyrillicToLatin('Ђорђе Чачак 2026')).toBe('Đorđe Čačak 2026');
    expect(latinToCyrillic('Đorđe, Ljubav, LJUBAV, džep')).toBe('Ђорђе, Љубав, ЉУБАВ, џеп');
  });

  it('returns to Latin what came from Latin', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...CYRILLIC, ' ', '1'), { maxLength: 40 }), (letters) => {
        const latin = cyrillicToLatin(letters.join(''));
        expect(cyrillicToLatin(latinToCyrillic(latin))).toBe(latin);
      }),
    );
  });

  it('folds both scripts, case and diacritics to one search key', () => {
    for (const text of ['Чачак', 'ЧАЧАК', 'Čačak', 'cacak', 'ČAČAK']) expect(searchFold(text)).toBe('cacak');
    for (const text of ['Ђорђе', 'Đorđe', 'djordje']) expect(searchFold(text)).toBe('djordje');
    expect(searchFold('Ниш')).toBe(searchFold('Nis'));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...CYRILLIC, ' '), { maxLength: 40 }), (letters) => {
        const text = letters.join('');
        expect(searchFold(cyrillicToLatin(text))).toBe(searchFold(text));
        expect(searchFold(searchFold(text))).toBe(searchFold(text));
      }),
    );
  });

  it('proposes logins', () => {
    expect(loginFromName('Петар Петровић')).toBe('petar.petrovic');
    expect(loginFromName('  Ђорђе   Љубичић-Џ. ')).toBe('djordje.ljubicicdz');
  });
});
