import '@pimis/charts/tokens.css';
import '@pimis/charts/charts.css';
import axe from 'axe-core';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { CHART_EXAMPLES } from '../../dev/chart-examples.ts';

/** The surrounding page is missing here. */
const OF_WHOLE_SCREENS = { region: { enabled: false }, 'page-has-heading-one': { enabled: false } };

test('every chart in every state is accessible in both themes, and its marks tell their values to the keyboard', async () => {
  const { container } = await render(
    <main style={{ background: 'var(--p-surface)' }}>
      {CHART_EXAMPLES.map(({ name, draw }) => (
        <div key={name}>{draw(480)}</div>
      ))}
    </main>,
  );
  for (const scheme of ['light', 'dark']) {
    document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
    const { violations } = await axe.run(container, { resultTypes: ['violations'], rules: OF_WHOLE_SCREENS });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([]);
  }
  document.documentElement.setAttribute('data-mantine-color-scheme', 'light');
  await userEvent.tab();
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Саобраћај: 8\.400\.000\.000,00/);
  const column = [...container.querySelectorAll<SVGElement>('[aria-label="По години"] .chart-mark')][2];
  column?.focus();
  await userEvent.keyboard('{Shift}');
  const tip = column?.querySelector('.chart-tip');
  expect(tip && getComputedStyle(tip).opacity).toBe('1');
});
