import { describe, expect, test } from 'vitest';
import { PHASES } from '../workflow/phases.ts';
import { STATUSES } from '../workflow/statuses.ts';
import { inSentenceCase } from './sentence-case.ts';

describe('a text within a sentence', () => {
  test.each([
    ['Чека потврду', 'чека потврду'],
    ['Послато на мишљење МЕИ', 'послато на мишљење МЕИ'],
    ['МЕИ даје мишљење', 'МЕИ даје мишљење'],
    ['У корекцији', 'у корекцији'],
    ['Waiting for MEI', 'waiting for MEI'],
    ['А', 'а'],
    ['U', 'u'],
    ['Е-пошта', 'е-пошта'],
    ['', ''],
  ])('%s is %s', (text, within) => {
    expect(inSentenceCase(text)).toBe(within);
  });
});

/** Endings of words that agree with the gender of their noun: „одобрен“, „одобрена“, „враћени“. */
const AGREES = /^[а-шђћчџжљњ]+(?:ен|ена|ени|ан|ана|ани|ут|ута|ути|ат|ата|ати)$/u;

describe('the status of a phase', () => {
  test('suits names of either gender and number: no status agrees with one of them alone', () => {
    // „Идеја“ is feminine, „План“ masculine, „Закључење“ neuter, „Ефекти“ plural.
    expect(PHASES.map(({ title }) => title.sr)).toEqual(
      expect.arrayContaining(['Идеја', 'План', 'Закључење', 'Ефекти']),
    );
    const agreeing = STATUSES.filter(({ label }) => {
      const [first = '', second = ''] = inSentenceCase(label.sr).split(' ');
      // With a noun of its own it agrees with that: „прихваћена рационализација“, „министар сагласан“.
      return AGREES.test(first) && second === '';
    });
    expect(agreeing.map(({ label }) => label.sr)).toEqual([]);
  });
});
