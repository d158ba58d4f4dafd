import '@fontsource-variable/source-sans-3/index.css';
import '@pimis/charts/tokens.css';
import '@pimis/charts/charts.css';
import './charts.css';
import { printed } from '@pimis/charts/svg';
import { createRoot } from 'react-dom/client';
import { CHART_EXAMPLES } from './chart-examples.ts';

const NARROW = 312;
const WIDE = 680;

/** Every chart in every state, in both themes and in print: `npm run dev`, then /dev/charts.html. No part of the product. */
function Gallery() {
  return CHART_EXAMPLES.map(({ name, draw }) => (
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
  ));
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<Gallery />);
