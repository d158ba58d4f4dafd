import { describe, expect, it } from 'vitest';
import { isReservedLogin, LOGIN_MAX, LOGIN_PATTERN, loginStem, NEW_LOGIN_PATTERN, nextFreeLogin } from './login.ts';

describe('a login made of a name', () => {
  it.each([
    ['Петар Петровић', 'petar.petrovic'],
    ['Petar  Petrović', 'petar.petrovic'],
    ['Ђорђе Љубић-Џаја', 'djordje.ljubicdzaja'],
    ['  Ана-Марија  д.  Жикић ', 'anamarija.d.zikic'],
  ])('%s is %s', (name, stem) => {
    expect(loginStem(name)).toBe(stem);
  });

  it('is none where the name has neither letter nor digit', () => {
    expect(loginStem(' – ')).toBeNull();
  });

  it('ends with a letter or digit where it is cut', () => {
    expect(loginStem(`${'а'.repeat(27)} Костић`)).toBe('a'.repeat(27));
  });

  it('is the next free one, of four characters at least and thirty-two at most', () => {
    expect(nextFreeLogin('petar.petrovic', new Set())).toBe('petar.petrovic');
    expect(nextFreeLogin('petar.petrovic', new Set(['petar.petrovic', 'petar.petrovic2']))).toBe('petar.petrovic3');
    expect(nextFreeLogin('ana', new Set())).toBe('ana2');
    expect(nextFreeLogin('anam', new Set())).toBe('anam');
    expect(nextFreeLogin('profile', new Set())).toBe('profile2');
    expect(nextFreeLogin('x', new Set(['x002']))).toBe('x003');
    const stem = loginStem('Александар Константиновић Вукомановић Млађи') ?? '';
    const last = nextFreeLogin(stem, new Set([stem]));
    expect(last.length).toBeLessThanOrEqual(LOGIN_MAX);
    expect(last).toMatch(new RegExp(NEW_LOGIN_PATTERN));
  });
});

describe('a login', () => {
  it.each(['create', 'management', 'profile', 'Profile'])('is not %s, which is the path of a screen', (login) => {
    expect(isReservedLogin(login)).toBe(true);
    expect(isReservedLogin(`${login}2`)).toBe(false);
  });

  it('has four to thirty-two characters when it is new; older ones may have fewer', () => {
    const isNew = new RegExp(NEW_LOGIN_PATTERN);
    const is = new RegExp(LOGIN_PATTERN);
    for (const short of ['a', 'ab', 'abc', 'mei']) {
      expect(short).not.toMatch(isNew);
      expect(short).toMatch(is);
    }
    for (const good of ['abcd', 'a.b2', 'A_b.c', 'a'.repeat(LOGIN_MAX)]) expect(good).toMatch(isNew);
    for (const wrong of ['.abc', 'abc.', '_abcd', 'ab cd', 'абвг', 'a'.repeat(LOGIN_MAX + 1)]) {
      expect(wrong).not.toMatch(isNew);
      expect(wrong).not.toMatch(is);
    }
  });
});
