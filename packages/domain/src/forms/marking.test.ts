import { describe, expect, it } from 'vitest';
import { judgeMarks, questionsOf, recommendationOf, scoreOf, tidyMarks } from './marking.ts';

const marks = (values: readonly number[]) =>
  Object.fromEntries(values.map((value, index) => [`${index + 1}.mark`, value]));
const short = [4, 5, 4, 3, 5, 4, 2, 4];

describe('questions', () => {
  it.each([
    ['1-5-0', 18],
    ['1-5-5', 18],
    ['pif-mini', 8],
    ['spremnost', 7],
    ['ideja', 0],
  ])('%s has %i, numbered from 1, with weights that sum to 100', (code, count) => {
    const questions = questionsOf(code);
    expect(questions.map(({ number }) => number)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    if (count > 0) expect(questions.reduce((sum, { weight }) => sum + weight, 0)).toBe(100);
  });
});

describe('marks', () => {
  it('the vector of the catalogue gives 77.00 and is recommended', () => {
    const given = { ...marks(short), '7.comment': 'Недостаје део документације.' };
    expect(judgeMarks('pif-mini', given, { complete: true }).errors).toEqual([]);
    expect(scoreOf('pif-mini', given)).toBe('77.00');
    expect(recommendationOf('77.00')).toBe('recommended');
  });

  it('without the comment on a low mark it is refused in its row', () => {
    expect(judgeMarks('pif-mini', marks(short), { complete: true }).errors).toMatchObject([
      { code: 'FluentCommentRequired', index: 7 },
    ]);
    expect(judgeMarks('pif-mini', marks(short), { complete: false }).errors).toEqual([]);
  });

  it('a draft may be partial, the final one may not; the score waits for all', () => {
    const partial = marks(short.slice(0, 7).with(6, 4));
    expect(judgeMarks('pif-mini', partial, { complete: false }).errors).toEqual([]);
    expect(judgeMarks('pif-mini', partial, { complete: true }).errors).toMatchObject([
      { code: 'FluentEmptyField', index: 8 },
    ]);
    expect(scoreOf('pif-mini', partial)).toBeNull();
  });

  it.each([
    [{ '1.mark': 6 }, 1],
    [{ '1.mark': 2.5 }, 1],
    [{ '1.mark': '4' }, 1],
    [{ '9.mark': 4 }, 0],
    [{ boss: 1 }, 0],
    [{ '1.comment': 5 }, 1],
    [{ '2.comment': 'а'.repeat(2001) }, 2],
    [{ '2.comment': [] }, 2],
    [{ '1.mark': 0 }, 1],
    [{ '1.mark': -1 }, 1],
    [{ 'x1.mark': 4 }, 0],
    [{ '1.marks': 4 }, 0],
    [{ '01.mark': 4 }, 0],
    [{ '1x.mark': 4 }, 0],
  ])('%j is invalid', (given, index) => {
    expect(judgeMarks('pif-mini', given, { complete: false }).errors).toMatchObject([
      { code: 'FluentInvalidField', index },
    ]);
  });

  it('errors are at the mark or at the comment', () => {
    const at = (given: Record<string, unknown>, complete: boolean) =>
      judgeMarks('spremnost', given, { complete }).errors.map(({ code, path }) => `${code} ${path}`);
    expect(at({ '1.mark': 6, '2.comment': 5 }, false)).toEqual([
      'FluentInvalidField 1.mark',
      'FluentInvalidField 2.comment',
    ]);
    const others = Object.fromEntries([3, 4, 5, 6, 7].map((number) => [`${number}.mark`, 5]));
    expect(at({ ...others, '1.mark': 2 }, true)).toEqual([
      'FluentCommentRequired 1.comment',
      'FluentEmptyField 2.mark',
    ]);
    expect(at({ ...others, '1.mark': 2, '1.comment': 'а'.repeat(2000), '2.mark': 3 }, true)).toEqual([]);
    expect(judgeMarks('1-5-0', { '18.mark': 5, '18.comment': 'а' }, { complete: false }).errors).toEqual([]);
  });

  it('are those of a form with questions alone', () => {
    expect(['x1-5-0', '1-5-0x', '1-5-6', 'pif-mini2'].flatMap(questionsOf)).toEqual([]);
    expect([scoreOf('ideja', {}), scoreOf('spremnost', {})]).toEqual([null, null]);
  });

  it('bounds of the score and of the recommendation', () => {
    expect(scoreOf('spremnost', marks(Array(7).fill(1)))).toBe('20.00');
    expect(scoreOf('1-5-3', marks(Array(18).fill(5)))).toBe('100.00');
    expect(['70.00', '69.99', '50.00', '49.99'].map(recommendationOf)).toEqual([
      'recommended',
      'conditional',
      'conditional',
      'notRecommended',
    ]);
  });

  it('blank answers are left out', () => {
    expect(tidyMarks({ '1.mark': 3, '1.comment': '  ', '2.mark': null, '3.comment': ' добро ' })).toEqual({
      '1.mark': 3,
      '3.comment': 'добро',
    });
  });
});
