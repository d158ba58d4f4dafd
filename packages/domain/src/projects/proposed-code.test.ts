import { expect, test } from 'vitest';
import { proposedCode } from './proposed-code.ts';

test.each([
  ['ППОВ Прокупље', 'PPOV-PROKUPLJE'],
  ['Постројење за пречишћавање отпадних вода', 'POSTROJENJE-ZA'],
  ['Изградња моста преко реке Ђетиње', 'IZGRADNJA-MOSTA'],
  ['Изградња моста код', 'IZGRADNJA-MOSTA-KOD'],
  ['Изградња моста Дева', 'IZGRADNJA-MOSTA-DEVA'],
  ['Изградња моста Сутла', 'IZGRADNJA-MOSTA'],
  ['Đak', 'DJAK'],
  ['Водоснабдевање„јужно“', 'VODOSNABDEVANJE'],
  ['Непрекинутодугачакназивпројекта', 'NEPREKINUTODUGACAKNA'],
  ['  „–“ ', ''],
])('%s is proposed as %s', (name, code) => {
  expect(proposedCode(name)).toBe(code);
});
