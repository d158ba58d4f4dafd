import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../testing/form.tsx';
import { ChartHead } from './ChartHead.tsx';
import './portfolio.css';

const TITLE = 'Планирано и утрошено до краја квартала';

test('the tools of a chart stay together on one line on the narrowest screen', async () => {
  await page.viewport(360, 800);
  const screen = await draw(
    <section className="panel portfolio-panel" style={{ width: 336 }}>
      <ChartHead
        id="head"
        title={TITLE}
        asTable={false}
        onSwitch={() => undefined}
        tools={
          <>
            <a href="/projects">12 пројеката</a>
            <button type="button" style={{ width: 80 }}>
              XLSX
            </button>
          </>
        }
      />
    </section>,
  );
  const middle = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return Math.round((top + bottom) / 2);
  };
  await expect.element(screen.getByText('XLSX')).toBeVisible();
  const tools = [
    screen.getByText('12 пројеката').element(),
    screen.getByText('XLSX').element(),
    screen.getByRole('button', { name: `Табела: ${TITLE}` }).element(),
  ].map(middle);
  expect(Math.max(...tools) - Math.min(...tools)).toBeLessThanOrEqual(1);
});

test('the name of a chart is not squeezed between its method and its tools', async () => {
  await page.viewport(360, 800);
  const screen = await draw(
    <section className="panel portfolio-panel" style={{ width: 336 }}>
      <ChartHead
        id="head"
        title={TITLE}
        method="По плановима у примени."
        asTable={false}
        onSwitch={() => undefined}
        tools={<a href="/projects">12</a>}
      />
    </section>,
  );
  const title = screen.getByRole('heading', { name: TITLE }).element();
  const { lineHeight } = getComputedStyle(title);
  expect(title.getBoundingClientRect().height).toBeLessThanOrEqual(2 * Math.ceil(Number.parseFloat(lineHeight)));
});
