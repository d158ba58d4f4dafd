import { afterEach, expect, test } from 'vitest';
import type {} from '@vitest/browser-playwright';
import { cdp } from 'vitest/browser';
import { draw } from '../../../testing/form.tsx';
import { MoreButton } from './MoreButton.tsx';
import '../../../ui/print.css';

const media = (name: string) => cdp().send('Emulation.setEmulatedMedia', { media: name });

afterEach(() => media(''));

test('a printed table says that it has not all rows', async () => {
  const query = { isFetchingNextPage: false, fetchNextPage: (() => undefined) as never };
  const screen = await draw(<MoreButton hasNextPage {...query} />);
  const [button, note] = [
    screen.getByRole('button', { name: 'Прикажи још' }),
    screen.getByText(/^Ово нису сви редови/),
  ];
  await expect.element(button).toBeVisible();
  await expect.element(note).not.toBeVisible();
  await media('print');
  await expect.element(note).toBeVisible();
  await screen.rerender(<MoreButton hasNextPage={false} {...query} />);
  await expect.element(note).not.toBeInTheDocument();
});
