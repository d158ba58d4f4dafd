import '@fontsource-variable/source-sans-3/index.css';
import '@mantine/core/styles.css';
import '@pimis/charts/tokens.css';
import '@pimis/charts/charts.css';
import '../src/ui/global.css';
import '../src/features/portfolio/portfolio.css';
import './charts.css';
import { printed } from '@pimis/charts/svg';
import type { ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { ChartState } from '../src/features/portfolio/ChartState.tsx';
import { initI18n } from '../src/i18n/i18n.ts';
import { Empty } from '../src/ui/Empty.tsx';
import { FailedLine } from '../src/ui/Failed.tsx';
import { Look } from '../src/ui/Look.tsx';
import { Waiting } from '../src/ui/Waiting.tsx';
import { CHART_EXAMPLES } from './chart-examples.ts';

const NARROW = 312;
const WIDE = 680;

/** What a screen shows in the place of each chart while it has no values. */
const STATES: readonly (readonly [name: string, state: ReactElement])[] = [
  ['Any chart: awaited', <Waiting key="awaited" />],
  ['Any chart: not read', <FailedLine key="failed" error={null} />],
  ['Any chart: nothing to draw', <Empty key="empty" title="Нема података" />],
];

/** Every chart in every state, in both themes and in print: `npm run dev`, then /dev/charts.html. No part of the product. */
function Gallery() {
  return (
    <>
      {STATES.map(([name, state]) => (
        <section key={name}>
          <h2>{name}</h2>
          {(['light', 'dark'] as const).map((scheme) => (
            <div key={scheme} className="row" data-mantine-color-scheme={scheme}>
              {[WIDE, NARROW].map((width) => (
                <div key={width} style={{ width }}>
                  <ChartState title={name}>{state}</ChartState>
                </div>
              ))}
            </div>
          ))}
        </section>
      ))}
      {CHART_EXAMPLES.map(({ name, draw }) => (
        <section key={name}>
          <h2>{name}</h2>
          {(['light', 'dark'] as const).map((scheme) => (
            <div key={scheme} className="row" data-mantine-color-scheme={scheme}>
              <div>{draw(WIDE)}</div>
              <div>{draw(NARROW)}</div>
            </div>
          ))}
          <div className="row">{draw(WIDE, printed)}</div>
        </section>
      ))}
    </>
  );
}

const root = document.getElementById('root');
if (root) {
  await initI18n(['table']);
  createRoot(root).render(
    <Look>
      <Gallery />
    </Look>,
  );
}
