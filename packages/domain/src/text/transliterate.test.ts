import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cyrillicToLatin, inScript, loginFromName, searchFold } from './transliterate.ts';

const CYRILLIC = [...'абвгдђежзијклљмнњопрстћуфхцчџш'];

describe('transliteration', () => {
  it('keeps the case of letters that become two', () => {
    expect(cyrillicToLatin('Љубав, ЉУБАВ, Његош, џеп, Џ')).toBe('Ljubav, LJUBAV, Njegoš, džep, Dž');
    expect(cyrillicToLatin('КОЊ, ПАСУЉ ИЛИ РАЖАЊ.')).toBe('KONJ, PASULJ ILI RAŽANJ.');
    expect(cyrillicToLatin('Ђорђе Чачак 2026')).toBe('Đorđe Čačak 2026');
  });

  it.each([
    ['Министарство финансија', 'Ministarstvo finansija'],
    ['Његошева улица, Ужице', 'Njegoševa ulica, Užice'],
    ['Обилазница око Љига — џеп', 'Obilaznica oko Ljiga — džep'],
    ['Ћуприја, Ђунис, Шабац', 'Ćuprija, Đunis, Šabac'],
    ['ЉУБОВИЈА', 'LJUBOVIJA'],
    ['100 % (ЕУ), 1.000,50 РСД', '100 % (EU), 1.000,50 RSD'],
    ['', ''],
    // An address in another script leads elsewhere.
    ['На https://мрежа.срб/пут_1, и даље', 'Na https://мрежа.срб/пут_1, i dalje'],
    ['Портал www.пример.срб.', 'Portal www.пример.срб.'],
    ['Пише пера@пример.срб (Пера)', 'Piše пера@пример.срб (Pera)'],
    ['Види пример.срб/а и мост', 'Vidi пример.срб/а i most'],
    ['Види пример.мкд, пример.рф и мост', 'Vidi пример.мкд, пример.рф i most'],
    ['Пише _пера@пример.срб', 'Piše _пера@пример.срб'],
    // Words of other languages.
    ['Фёдор, Київ и Марко', 'Фёдор, Київ i Marko'],
    ['ПЛОЩАДЬ, Чайковский, ПЛАН', 'ПЛОЩАДЬ, Чайковский, PLAN'],
    ['Чаи\u0306ка', 'Чаи\u0306ка'],
  ])('writes %s as %s', (cyrillic, latin) => {
    expect(cyrillicToLatin(cyrillic)).toBe(latin);
  });

  it('writes Serbian words without a Cyrillic letter, and search finds them in either script, in each case', () => {
    const words = 'пројекат буџет инвестиција саобраћај железница школа љубав њива џак ђак чесма ћуприја жупа'.split(
      ' ',
    );
    const shapes = [
      (word: string) => word,
      (word: string) => word.charAt(0).toUpperCase() + word.slice(1),
      (word: string) => word.toUpperCase(),
    ];
    for (const word of words) {
      for (const shape of shapes) {
        const cyrillic = shape(word);
        const latin = cyrillicToLatin(cyrillic);
        expect(latin).not.toMatch(/\p{Script=Cyrillic}/u);
        expect(searchFold(latin)).toBe(searchFold(cyrillic));
      }
    }
  });

  it('leaves other than Serbian letters as they are', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...'0123456789 .,-/%€ßñyqwx'), { maxLength: 30 }), (letters) => {
        const text = letters.join('');
        expect(cyrillicToLatin(text)).toBe(text);
      }),
    );
  });

  it('folds both scripts, case and diacritics to one search key', () => {
    for (const text of ['Чачак', 'ЧАЧАК', 'Čačak', 'cacak', 'ČAČAK']) expect(searchFold(text)).toBe('cacak');
    // Digraphs and ligatures that a keyboard writes as one character.
    for (const [one, two] of ['ǆdz', 'ǉlj', 'ǌnj', 'œoe', 'æae', 'ßss'].map((text) => [
      text.charAt(0),
      text.slice(1),
    ])) {
      expect(searchFold(one ?? '')).toBe(two);
    }
    for (const text of ['Ђорђе', 'Đorđe', 'djordje', 'dorde', 'Đorđe'.normalize('NFD')]) {
      expect(searchFold(text)).toBe('dorde');
    }
    expect(searchFold('Kőszeg Plzeň Łódź Ærø Þór Straße Čačak'.normalize('NFD'))).toBe(
      'koszeg plzen lodz aero thor strasse cacak',
    );
    expect(searchFold('Инђија')).toBe(searchFold('Indija'));
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
    expect(loginFromName('Константин Константиновић Петровић')).toBe('konstantin.konstantinovic.petrov');
    // The cut may fall behind a word: no login ends with a dot.
    expect(loginFromName(`${'а'.repeat(31)} Петровић`)).toBe('a'.repeat(31));
  });

  it('writes a text in the script of the reader, Cyrillic unless they chose Latin', () => {
    expect([inScript('Љиг'), inScript('Љиг', 'cyrillic'), inScript('Љиг', 'latin')]).toEqual(['Љиг', 'Љиг', 'Ljig']);
  });
});
