import { Button } from '@mantine/core';
import { Profiler } from 'react';
import { render } from 'vitest-browser-react';
import { expect, test, vi } from 'vitest';
import { setTheme } from './color-scheme.ts';
import { Look } from './Look.tsx';
import { afterPress } from './press-feedback.ts';

const painted = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

test('what is pressed is marked at once, and what it leads to begins when that has been painted', async () => {
  let arrive = () => {};
  const go = vi.fn(() => new Promise<void>((resolve) => (arrive = resolve)));
  let led: Promise<void> | undefined;
  const screen = await render(<button onClick={() => (led = afterPress(go))}>Документа</button>);
  const button = screen.getByRole('button').element() as HTMLButtonElement;
  button.click();
  expect(button.hasAttribute('data-pressed')).toBe(true);
  expect(go).not.toHaveBeenCalled();
  await painted();
  await expect.poll(() => go.mock.calls.length).toBe(1);
  expect(button.hasAttribute('data-pressed')).toBe(true);
  arrive();
  await led;
  expect(button.hasAttribute('data-pressed')).toBe(false);
});

test('a press that stays where it was is not marked for ever', async () => {
  const screen = await render(<button onClick={() => void afterPress(() => new Promise(() => {}))}>Напусти</button>);
  const button = screen.getByRole('button').element() as HTMLButtonElement;
  button.click();
  await painted();
  dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  expect(button.hasAttribute('data-pressed')).toBe(false);
});

test('what comes without a press waits for the paint too, and a failure is told', async () => {
  await expect(afterPress(() => Promise.reject(new Error('нема')))).rejects.toThrow('нема');
});

test('another theme draws nothing of the screen again: the styles follow the attribute', async () => {
  const drawn = vi.fn();
  setTheme('light');
  await render(
    <Look>
      <Profiler id="screen" onRender={drawn}>
        <Button color="petrol">Сачувај</Button>
      </Profiler>
    </Look>,
  );
  drawn.mockClear();
  setTheme('dark');
  expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('dark');
  await painted();
  expect(drawn).not.toHaveBeenCalled();
  setTheme('light');
});
