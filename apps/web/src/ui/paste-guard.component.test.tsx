import { TextInput, Textarea } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { isValidElement, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Locator } from 'vitest/browser';
import { rowsAt } from '@pimis/domain/forms/paths';
import type { Field, Kind } from '@pimis/domain/forms/types';
import { draw, drawForm } from '../testing/form.tsx';
import { pastePage } from '../testing/paste.ts';
import { notifyLeftOut } from './notify-left-out.ts';
import { guardPastes } from './paste-guard.ts';

guardPastes((left, act) => notifyLeftOut(left, i18next.t, act));

beforeEach(() => {
  vi.spyOn(notifications, 'show');
});
afterEach(() => {
  vi.restoreAllMocks();
  notifications.clean();
});

/** The words of a message, also of one with a button. */
function words(message: ReactNode): string {
  if (Array.isArray(message)) return message.map(words).join('');
  if (isValidElement<{ children?: ReactNode }>(message)) return words(message.props.children);
  return typeof message === 'string' ? message : '';
}
const said = () => vi.mocked(notifications.show).mock.calls.map(([{ message }]) => words(message));

const word = (body: string) =>
  `<html xmlns:w="urn:schemas-microsoft-com:office:word"><body><!--StartFragment-->${body}<!--EndFragment--></body></html>`;
const excel = (body: string) =>
  `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body><table>${body}</table></body></html>`;

const CHANGED = word(`<p class=MsoNormal>Цена
<del cite="mailto:a">300</del><ins>400</ins> хиљада за 20 m<sup>2</sup>,<span style='mso-hide:all'> тајно</span> рок
<s>1.3.</s> 1.5.<span class=MsoCommentReference><a class=msocomanchor href="#_msocom_1">[ПП1]</a></span></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>3.<span>&nbsp;&nbsp; </span></span>трећа</p>
<p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·<span>&nbsp;&nbsp; </span></span>ставка</p>
<ol start=2><li>друга<li>још једна</ol><ul><li>цртица</ul>први<br>други
<div class=msocomtxt id="_com_1"><p class=MsoCommentText>примедба</p></div>`);
const CHANGED_TEXT = 'Цена 300400 хиљада за 20 m2, тајно рок 1.3. 1.5.[ПП1]';

describe('a text of Word in a plain field', () => {
  async function pasted(field: ReactNode, html: string, text: string): Promise<Locator> {
    const screen = await draw(<>{field}</>);
    const input = screen.getByLabelText('Поље');
    pastePage(input, html, text);
    return input;
  }

  test('of many lines is the text with all changes accepted, and one message says what was left out', async () => {
    const input = await pasted(<Textarea label="Поље" />, CHANGED, CHANGED_TEXT);
    await expect
      .element(input)
      .toHaveValue(
        'Цена 400 хиљада за 20 m², рок 1.5.\n\n3. трећа\n- ставка\n2. друга\n3. још једна\n- цртица\nпрви\nдруги',
      );
    expect(said()).toEqual([expect.stringContaining('обрисан текст, прецртан текст, скривен текст, коментари.')]);
  });

  test('of one line too, in place of what is selected; the browser can undo it', async () => {
    const screen = await draw(<TextInput label="Поље" defaultValue="Назив старо" />);
    const input = screen.getByLabelText('Поље');
    (input.element() as HTMLInputElement).setSelectionRange(6, 11);
    pastePage(input, word('<p>Мост\n<del>Горњи</del> <b>Доњи</b></p><p>два</p>'), 'Мост ГорњиДоњи\r\nдва');
    await expect.element(input).toHaveValue('Назив Мост Доњи два');
    document.execCommand('undo');
    await expect.element(input).toHaveValue('Назив старо');
  });

  test('with a look that means something is said, also when the words stay', async () => {
    const input = await pasted(
      <TextInput label="Поље" />,
      word('<p>до <span style="color:red">1.5.</span></p>'),
      'до 1.5.',
    );
    await expect.element(input).toHaveValue('до 1.5.');
    expect(said()).toEqual([expect.stringMatching(/^Подвлачење, боје/)]);
  });

  test('that is deleted altogether changes nothing', async () => {
    const input = await pasted(<TextInput label="Поље" defaultValue="старо" />, word('<p><del>300</del></p>'), '300');
    await expect.element(input).toHaveValue('старо');
    expect(said()).toEqual([expect.stringContaining('обрисан текст')]);
  });

  test('and of any other page without such parts is left to the browser', async () => {
    const screen = await draw(<TextInput label="Поље" />);
    const input = screen.getByLabelText('Поље');
    expect(pastePage(input, '<p>до <span style="color:red">1.5.</span></p>', 'до 1.5.')).toBe(true);
    expect(pastePage(input, word('<p>до <b>1.5.</b></p>'), 'до 1.5.')).toBe(true);
    expect(said()).toEqual([]);
  });

  test('does not get into a field that is only read', async () => {
    const input = await pasted(<TextInput label="Поље" defaultValue="старо" readOnly />, word('<del>а</del>б'), 'аб');
    await expect.element(input).toHaveValue('старо');
  });
});

describe('in a form', () => {
  const field = (path: string, kind: Kind, more: Partial<Field> = {}): Field => ({
    path,
    kind,
    label: { sr: path, en: path },
    ...more,
  });
  const table = field('табела', 'table', { columns: [field('назив', 'text'), field('износ', 'rsd')] });

  test('an amount of Word is the accepted one, and its refusal and what was left out are one message', async () => {
    const { screen, store } = await drawForm([field('износ', 'rsd')], { износ: '5.00' });
    const input = screen.getByLabelText('износ');
    const over = (html: string, text: string) => {
      (input.element() as HTMLInputElement).select();
      pastePage(input, html, text);
    };
    over(word('<p><del>100</del><ins>200</ins></p>'), '100200');
    await expect.element(input).toHaveValue('200');
    expect(store.values).toEqual({ износ: '200.00' });
    over(word('<p><del>100</del>око <ins>200</ins></p>'), '100око 200');
    expect(store.values).toEqual({ износ: '200.00' });
    expect(said()).toEqual([
      expect.stringContaining('обрисан текст'),
      expect.stringMatching(/није јасан износ.*обрисан текст/),
    ]);
  });

  test('a table of Word goes into the cells without what is deleted, with one message', async () => {
    const { screen, store } = await drawForm([table], { табела: [{}] });
    pastePage(
      screen.getByRole('textbox', { name: 'назив, Ред 1' }),
      word(
        '<table><tr><td><p>Мост</p><p>на реци</p></td><td><p><del>100</del><ins>200</ins></p></td></tr>' +
          '<tr><td><p>Пут</p></td><td><p>1.234,56</p></td></tr></table>',
      ),
      'Мост\r\nна реци\t100200\r\nПут\t1.234,56\r\n',
    );
    await expect.element(screen.getByRole('textbox', { name: 'износ, Ред 2' })).toHaveValue('1.234,56');
    expect(rowsAt(store.values, 'табела')).toEqual([
      { назив: 'Мост на реци', износ: '200.00' },
      { назив: 'Пут', износ: '1234.56' },
    ]);
    expect(said()).toEqual([expect.stringMatching(/^Налепљене су 4 вредности\. .*обрисан текст\.Врати$/)]);
  });

  test('cells of Excel are read as it writes them; struck ones are pasted, and that is said', async () => {
    const { screen, store } = await drawForm([table], { табела: [{}] });
    const cell = screen.getByRole('textbox', { name: 'назив, Ред 1' });
    pastePage(
      cell,
      excel('<tr><td>Мост<br>нови</td><td style="text-decoration:line-through">1.000</td></tr>'),
      '"Мост\nнови"\t1.000\r\n',
    );
    expect(rowsAt(store.values, 'табела')).toEqual([{ назив: 'Мост нови', износ: '1000.00' }]);
    expect(said()).toEqual([expect.stringMatching(/^Налепљене су 2 вредности\. Прецртане и скривене ћелије/)]);
  });

  test('a single cell of Excel comes without its quotes and line break', async () => {
    const { screen, store } = await drawForm([field('одговор', 'yesNoComment')], {});
    pastePage(
      screen.getByRole('textbox', { name: /одговор/ }),
      excel('<tr><td>Мост<br>„нови“ "два"</td></tr>'),
      '"Мост\n„нови“ ""два"""\r\n',
    );
    await expect.poll(() => store.values).toEqual({ одговор: { comment: 'Мост\n„нови“ "два"' } });
    expect(said()).toEqual([]);
  });
});
