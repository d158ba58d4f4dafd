import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { expectAccessibleInBothThemes } from '../testing/accessible.ts';
import { draw } from '../testing/form.tsx';
import { useExplained } from './explained.tsx';

const METHOD = 'Рачунају се пројекти са важећим планом.';

function Part({ method = METHOD }: { method?: string }) {
  const { mark, text } = useExplained('Остварена вредност', method);
  return (
    <section>
      <h2>Остварена вредност</h2>
      {mark}
      {text}
    </section>
  );
}

test('a text of method is folded behind a question mark, which opens it by keyboard', async () => {
  const screen = await draw(<Part />);
  const mark = screen.getByRole('button', { name: 'Објашњење: Остварена вредност' });
  await expect.element(screen.getByText(METHOD)).not.toBeVisible();
  await expect.element(mark).toHaveAttribute('aria-expanded', 'false');
  await expectAccessibleInBothThemes(screen.container);
  await userEvent.tab();
  await expect.element(mark).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText(METHOD)).toBeVisible();
  await expect.element(mark).toHaveAttribute('aria-expanded', 'true');
  await expectAccessibleInBothThemes(screen.container);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText(METHOD)).not.toBeVisible();
});

test('the search of the browser finds the folded text and opens it', async () => {
  const screen = await draw(<Part />);
  const text = screen.getByText(METHOD);
  await expect.element(text).toHaveAttribute('hidden', 'until-found');
  text.element().dispatchEvent(new Event('beforematch', { bubbles: true }));
  await expect.element(text).toBeVisible();
  await expect.element(screen.getByRole('button')).toHaveAttribute('aria-expanded', 'true');
});

test('without a text there is no question mark', async () => {
  const screen = await draw(<Part method="" />);
  await expect.element(screen.getByRole('heading')).toBeVisible();
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument();
});
