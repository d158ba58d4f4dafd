import { Notifications, notifications } from '@mantine/notifications';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { plain } from '@pimis/markdown/plain';
import { draw } from '../testing/form.tsx';
import { RichText } from './RichText.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  notifications.clean();
});

async function open(value = '') {
  let text: unknown = value;
  const screen = await draw(
    <>
      <Notifications />
      <RichText
        field={{ path: 'a', kind: 'markdown', label: { sr: 'Опис', en: 'Description' } }}
        id="f-a"
        value={value}
        onChange={(next) => {
          text = next;
        }}
        label="Опис"
        readOnly={false}
        invalid={false}
        required={false}
      />
    </>,
  );
  return { screen, editor: screen.getByRole('textbox'), text: () => text };
}

async function paste(editor: Awaited<ReturnType<typeof open>>['editor'], html: string) {
  await userEvent.click(editor);
  const data = new DataTransfer();
  data.setData('text/html', html);
  editor.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}

describe('a long text says what was typed', () => {
  test.each([
    'Износ <5 % & >3',
    '5 * 3 * 2 је тридесет',
    '2027. године почиње',
    '5. и 6. члан',
    '1) прво',
    '- 5 %',
    '+ 5 %',
    '> 10 %',
    '# 1',
    '---',
    'a_b_c и _d_, ~~x~~ и **y**',
    'пр. `кôд` ту',
    'C:\\put\\x',
  ])('%s', async (typed) => {
    const { editor, text } = await open();
    await userEvent.type(editor, typed);
    expect(plain(String(text()))).toBe(typed);
  });
});

test('formats that no paper draws are not made by keys', async () => {
  const { editor, text } = await open('<u>подвучено</u> и ~~прецртано~~');
  await userEvent.type(editor, '{Control>}u{/Control}!');
  expect(text()).toBe('подвучено и прецртано!');
});

const ITEM = (marker: string, words: string, list = 'l0 level1 lfo1') =>
  `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:${list}'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]><span lang=SR-CYRL-RS>${words}<o:p></o:p></span></p>`;

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word"><head>
<meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {font-size:11.0pt;} --></style></head><body lang=SR-CYRL-RS>
<!--StartFragment--><p class=MsoNormal><b><span style='mso-fareast-language:EN-US'>Пројекат</span></b> вреди <u>1.234.567,89</u>&nbsp;РСД, 5 * 3 * 2 &lt; 31.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
${ITEM('·', 'прва')}${ITEM('o', 'друга')}${ITEM('3.', 'трећа', 'l1 level1 lfo2')}${ITEM('4.', 'четврта', 'l1 level1 lfo2')}${ITEM('а)', 'под а', 'l2 level1 lfo3')}
<table class=MsoTableGrid border=1><tr style='mso-yfti-irow:0'><td width=208><p class=MsoNormal>Година<o:p></o:p></p></td><td><p class=MsoNormal>Износ</p></td></tr><tr><td><p>2027</p></td><td><p align=right>1.234.567,89</p></td></tr></table>
<!--EndFragment--></body></html>`;

test('what Word writes is pasted clean, with its lists and rows, and can be undone', async () => {
  const { editor, text } = await open();
  await paste(editor, WORD);
  expect(
    String(text())
      .split('\n')
      .filter((line) => line !== ''),
  ).toEqual([
    '**Пројекат** вреди 1.234.567,89\u00a0РСД, 5 \\* 3 \\* 2 &lt; 31.',
    '- прва',
    '- друга',
    '3. трећа',
    '4. четврта',
    'а) под а',
    'Година | Износ',
    '2027 | 1.234.567,89',
  ]);
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(text()).toBeUndefined();
});

test('a pasted picture is left out, and that is said', async () => {
  const { screen, editor, text } = await open();
  await paste(editor, '<p>Скица <img src="file:///C:/Temp/slika.png"> моста</p>');
  expect(text()).toBe('Скица моста');
  await expect.element(screen.getByText(/^Слике се не преносе у текст/)).toBeVisible();
});

describe('from Word, the text comes as it is with all changes accepted', () => {
  const CHANGED = `<html><head><style><!-- span.Skriven {display:none} span.Jako {mso-style-name:Jako; font-weight:bold} --></style></head><body>
<p class=MsoNormal>Цена <del cite="mailto:a" datetime="2026-01-01T10:00">300</del><ins>400</ins> хиљада, рок <s>1.3.2027.</s> 1.5.2027.<span
style='mso-hide:all'> тајно</span><span class=Skriven> и то</span>, <a style='mso-comment-reference:PP_1;mso-comment-date:20260101T1000'>површина
20 m<sup>2</sup></a><span class=MsoCommentReference><a class=msocomanchor href="#_msocom_1">[ПП1]</a></span><a href="#_ftn1">[1]</a></p>
<p><span style='font-weight:700'>јако</span> <span class=Jako>и то</span> <span style='font-style:italic'>косо</span>
<span style='text-transform:uppercase'>велика</span></p>
<div style='mso-element:comment-list'><div style='mso-element:comment'><div class=msocomtxt id="_com_1"><p class=MsoCommentText>примедба</p></div></div></div>
</body></html>`;

  test('and one message names what was left out', async () => {
    const shown = vi.spyOn(notifications, 'show');
    const { editor, text } = await open();
    await paste(editor, CHANGED);
    expect(text()).toBe('Цена 400 хиљада, рок 1.5.2027., површина 20 m²\\[1\\]\n\n**јако** **и то** *косо* ВЕЛИКА');
    expect(shown.mock.calls.map(([{ message }]) => message)).toEqual([
      expect.stringContaining('изостављено: обрисан текст, прецртан текст, скривен текст, коментари.'),
    ]);
  });

  test.each([
    ['<p>m<sup>2</sup> и H<sub>2</sub>O</p>', 'm² и H₂O', null],
    ['<p><span style="color:black;background:white">црно</span></p>', 'црно', null],
    ['<p>до <span style="color:red">1.5.</span></p>', 'до 1.5.', /боје/],
    ['<p>10<sup>та</sup></p>', '10та', /подигнута/],
    ['<p><span style="text-decoration:line-through">не</span>да</p>', 'да', /прецртан текст/],
  ])('%s', async (html, stored, message) => {
    const shown = vi.spyOn(notifications, 'show');
    const { editor, text } = await open();
    await paste(editor, html);
    expect(text()).toBe(stored);
    const said = shown.mock.calls.map(([one]) => one.message);
    expect(said).toEqual(message === null ? [] : [expect.stringMatching(message)]);
  });
});

test.each(['', 'https://a.rs/x\\_y\\_z и pera\\_p@a.rs ', 'https://a.rs/x_y_z и pera_p@a.rs '])(
  'addresses are stored as typed, after %j',
  async (before) => {
    const { editor, text } = await open(before);
    await userEvent.type(editor, 'https://a.rs/q_w_e?f[[0]=*1*~a и mira_m@a.rs, www.a.rs/x_y');
    const stored = before.replaceAll('\\', '');
    expect(text()).toBe(`${stored}https://a.rs/q_w_e?f[0]=*1*~a и mira_m@a.rs, www.a.rs/x_y`);
  },
);
