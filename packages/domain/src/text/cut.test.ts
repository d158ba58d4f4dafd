import { describe, expect, it } from 'vitest';
import { cutLine } from './cut.ts';

describe('a text on one line', () => {
  it('is whole while it fits, without line breaks and double spaces', () => {
    expect(cutLine('  Пут\n кроз   град ', 13)).toBe('Пут кроз град');
    expect(cutLine('Пут кроз град', 12)).not.toBe('Пут кроз град');
  });

  it('ends after a word', () => {
    expect(cutLine('Реконструкција пута кроз град', 24)).toBe('Реконструкција пута…');
    expect(cutLine('Реконструкција пута кроз град', 24).length).toBeLessThanOrEqual(24);
  });

  it('ends within a word whose beginning is in the first half', () => {
    expect(cutLine('Пут Електроенергетика', 12)).toBe('Пут Електро…');
    // The space is just at the middle.
    expect(cutLine('Мост Електроенергетика', 8)).toBe('Мост Ел…');
  });

  it('has no word longer than any in Serbian', () => {
    const long = 'а'.repeat(30);
    expect(cutLine(`${long} пут`, 60)).toBe(`${long} пут`);
    expect(cutLine(`${long}аа пут`, 60)).toBe(`${long}… пут`);
  });
});
