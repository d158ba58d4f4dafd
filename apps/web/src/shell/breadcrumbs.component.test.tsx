// The room for names depends on the product's fonts.
import '@fontsource-variable/source-sans-3/index.css';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../testing/form.tsx';
import { signIn } from '../testing/sign-in.ts';
import { useCrumbs } from '../ui/title.ts';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { HeaderTools } from './HeaderTools.tsx';
import './shell.css';

const NAME = 'Седница са веома дугачким називом који не може да стане у заглавље екрана';

afterEach(() => vi.restoreAllMocks());

function Page({ names, children }: { names: readonly string[]; children: ReactNode }) {
  useCrumbs(useMemo(() => names.map((text) => ({ text })), [names]));
  return children;
}

/** A screen whose place has these names. */
function drawAt(names: readonly string[], header: ReactNode) {
  const routeTree = createRootRoute({
    component: () => <Page names={names}>{header}</Page>,
    staticData: { crumb: 'common.help' },
  });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  return draw(<RouterProvider router={router as never} />);
}

test.each([
  ['a short crumb', 'Упутство', [NAME]],
  ['the longest working name of a project', 'OBILAZNICA-PROKUPLJE', ['OBILAZNICA-PROKUPLJE', NAME]],
])('%s stays whole beside a long one', async (_what, short, names) => {
  await page.viewport(1280, 600);
  const screen = await drawAt(
    names,
    <div style={{ display: 'flex', width: 400 }}>
      <Breadcrumbs />
    </div>,
  );
  const above = screen.getByRole('listitem').getByText(short);
  await expect.element(above).toBeVisible();
  await expect.element(screen.getByRole('listitem').getByText(NAME)).toBeVisible();
  const { scrollWidth, clientWidth } = above.element();
  expect(clientWidth).toBe(scrollWidth);
});

test('long names take no room from the search field and the tools beside it', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => undefined));
  await page.viewport(1500, 600);
  signIn();
  const widthBeside = async (names: readonly string[]) => {
    const screen = await drawAt(
      names,
      <header className="shell-header">
        <Breadcrumbs />
        <HeaderTools />
      </header>,
    );
    await expect.element(screen.getByRole('listitem').getByText(names.at(-1) ?? '')).toBeVisible();
    const found = screen.container.querySelector('.shell-search');
    const { width } = found?.getBoundingClientRect() ?? { width: 0 };
    await screen.unmount();
    return width;
  };
  const beside = await widthBeside(['Седница']);
  expect(beside).toBeGreaterThan(200);
  expect(await widthBeside([NAME.repeat(3), 'Одлука '.repeat(40).trim()])).toBe(beside);
});

test('the names of a report and of what lies above it are whole on a screen of 1440 px', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => undefined));
  await page.viewport(1440, 600);
  signIn(1, [], 'Александра Јовановић-Станковић');
  const screen = await drawAt(
    ['REKA-TOPLICA', 'Извештавање', '4. квартал 2026'],
    // The menu takes its part of the screen.
    <div style={{ paddingLeft: 208 }}>
      <header className="shell-header">
        <Breadcrumbs />
        <HeaderTools />
      </header>
    </div>,
  );
  for (const name of ['REKA-TOPLICA', 'Извештавање', '4. квартал 2026']) {
    const crumb = screen.getByRole('listitem').getByText(name);
    await expect.element(crumb).toBeVisible();
    await document.fonts.ready;
    expect(crumb.element().scrollWidth, name).toBe(crumb.element().clientWidth);
  }
});
