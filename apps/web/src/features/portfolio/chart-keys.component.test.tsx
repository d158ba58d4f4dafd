import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { draw } from '../../testing/form.tsx';
import { ChartKeys } from './ChartKeys.tsx';
import './portfolio.css';

test('a chart is drawn for the room within its padding, so that its letters keep their size', async () => {
  const drawn = (width: number) => <output>{width}</output>;
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <div style={{ width: 400 }}>
          <ChartKeys className="portfolio-chart" widest={2000} draw={drawn} />
        </div>
      ),
    }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  await draw(<RouterProvider router={router as never} />);
  await expect.poll(() => document.querySelector('output')?.textContent).toBe('368');
});
