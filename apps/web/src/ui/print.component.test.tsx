import { afterEach, expect, test } from 'vitest';
import { cdp } from 'vitest/browser';
import { draw } from '../testing/form.tsx';
import './print.css';

afterEach(() => cdp().send('Emulation.setEmulatedMedia', { media: '' }));

test('on paper a head stays with its panel, and sums stand once below a table', async () => {
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });
  await draw(
    <main>
      <div className="project-column">
        <section className="panel">
          <div className="panel-head">
            <h2>Последње активности</h2>
          </div>
        </section>
      </div>
      <table>
        <tfoot>
          <tr>
            <td>Сви извори</td>
          </tr>
        </tfoot>
      </table>
    </main>,
  );
  const styleOf = (found: string) => getComputedStyle(document.querySelector(found) ?? document.body);
  expect(styleOf('.panel-head').breakAfter).toBe('avoid');
  expect(styleOf('.project-column > .panel').breakInside).toBe('avoid');
  expect(styleOf('tfoot').display).toBe('table-row-group');
});
