import { expect, it, test } from 'vitest';
import { isProjectCode, PROJECT_CODE_MAX } from './project-code.ts';
import { codesLike, proposedCode } from './proposed-code.ts';

test.each([
  ['Реконструкција дечјег вртића Пчелица', 'VRTIC-PCELICA'],
  ['Rekonstrukcija dečjeg vrtića Pčelica', 'VRTIC-PCELICA'],
  ['РЕКОНСТРУКЦИЈА ДЕЧЈЕГ ВРТИЋА ПЧЕЛИЦА', 'VRTIC-PCELICA'],
  ['ППОВ Прокупље', 'PPOV-PROKUPLJE'],
  ['Постројење за пречишћавање отпадних вода', 'POSTROJENJE-VODE'],
  ['Изградња моста преко реке Ђетиње', 'MOST-REKA-DJETINJE'],
  ['Изградња моста', 'MOST'],
  ['Доградња и опремање основне школе „Вук Караџић“', 'SKOLA-VUK-KARADZIC'],
  ['Адаптација Дома здравља Куршумлија', 'DOM-KURSUMLIJA'],
  ['Рехабилитација улице 9. октобра', 'ULICA-9-OKTOBRA'],
  ['Санација објекта 12', 'OBJEKAT-12'],
  ['Реконструкција зграде Основне школе „Вук Караџић“', 'SKOLA-VUK-KARADZIC'],
  ['Извођење радова на реконструкцији Дома културе', 'DOM-KULTURE'],
  ['Хитна санација клизишта Умка', 'KLIZISTE-UMKA'],
  ['Изградња нове болнице у Нишу', 'BOLNICA-NISU'],
  ['Набавка опреме', 'OPREMA'],
  ['Изградња', 'IZGRADNJA'],
  ['Уређење и опремање', 'UREDJENJE-I'],
  ['Đak', 'DJAK'],
  ['Водоснабдевање„јужно“', 'VODOSNABDEVANJE'],
  ['Непрекинутодугачакназивпројекта', 'NEPREKINUTODUGACAKNA'],
  ['Изградња библиотеке Прокупље', 'BIBLIOTEKA-PROKUPLJE'],
  ['ППОВ Прокупље и Житорађа', 'PPOV-PROKUPLJE'],
  ['РЕконструкција моста', 'MOST'],
  ['Обнова Нове Вароши', 'NOVE-VAROSI'],
  ['Постављање ограде', 'OGRADE'],
  ['  „–“ ', ''],
])('%s is proposed as %s', (name, code) => {
  expect(proposedCode(name)).toBe(code);
  expect(code.length).toBeLessThanOrEqual(PROJECT_CODE_MAX);
});

it('a taken one is followed by numbers, within the length of a code', () => {
  expect(codesLike('VRTIC-PCELICA').slice(0, 3)).toEqual(['VRTIC-PCELICA', 'VRTIC-PCELICA-2', 'VRTIC-PCELICA-3']);
  expect(codesLike('OBILAZNICA-PROKUPLJE').slice(0, 2)).toEqual(['OBILAZNICA-PROKUPLJE', 'OBILAZNICA-PROKUPL-2']);
  expect(codesLike('OBILAZNICA-OKO-GRADA')[98]).toBe('OBILAZNICA-OKO-GR-99');
  expect(codesLike('OBILAZNICA-GRADSKA-B')[1]).toBe('OBILAZNICA-GRADSKA-2');
  expect(codesLike('OBILAZNICA-GRADSK-AB')[1]).toBe('OBILAZNICA-GRADSK-2');
  for (const code of codesLike('OBILAZNICA-PROKUPLJE')) expect(isProjectCode(code)).toBe(true);
});
