import { expect, it } from 'vitest';
import { preparePdfInput } from './pdf-input.ts';

it('an address in a long text is printed and linked as it was typed, in Latin too', () => {
  const text = 'Види https://мрежа.срб/а\\_б и пера\\_п@пример.срб, Фёдор';
  const { blocks } = preparePdfInput(
    { title: 'Опис', script: 'latin', blocks: [{ kind: 'markdown', label: 'Опис', text }] },
    (shown) => shown,
  );
  expect(blocks).toMatchObject([
    {
      label: 'Opis',
      nodes: [
        {
          spans: [
            { text: 'Vidi ' },
            { text: 'https://мрежа.срб/а_б', link: 'https://мрежа.срб/а_б' },
            { text: ' i ' },
            { text: 'пера_п@пример.срб', link: 'mailto:пера_п@пример.срб' },
            { text: ', Фёдор' },
          ],
        },
      ],
    },
  ]);
});
