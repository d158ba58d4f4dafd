import '@pimis/charts/tokens.css';
import '@pimis/charts/charts.css';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { CHART_EXAMPLES } from './chart-examples.ts';
import { expectAccessibleInBothThemes } from './accessible.ts';

test('every chart in every state is accessible in both themes, and its marks tell their values to the keyboard', async () => {
  const { container } = await render(
    <main style={{ background: 'var(--p-surface)' }}>
      {CHART_EXAMPLES.map(({ name, draw }) => (
        <div key={name}>{draw(480)}</div>
      ))}
    </main>,
  );
  await expectAccessibleInBothThemes(container);
  await userEvent.tab();
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Саобраћај: 8\.400\.000\.000,00/);
  const column = [...container.querySelectorAll<SVGElement>('[aria-label="По години"] .chart-mark')][2];
  column?.focus();
  await userEvent.keyboard('{Shift}');
  const tip = column?.querySelector('.chart-tip');
  expect(tip && getComputedStyle(tip).opacity).toBe('1');
});
