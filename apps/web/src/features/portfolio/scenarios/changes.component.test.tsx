import { afterEach, expect, test, vi } from 'vitest';
import { cdp } from 'vitest/browser';
import type { Scenario } from '@pimis/contract/portfolio/scenarios';
import { draw } from '../../../testing/form.tsx';
import '../../../ui/print.css';
import { Changes } from './Changes.tsx';
import type { ScenarioDraft } from './use-scenario-draft.ts';

afterEach(async () => {
  vi.restoreAllMocks();
  await cdp().send('Emulation.setEmulatedMedia', { media: '' });
});

const CHANGE = { code: 'MOST', name: 'Мост', figure: 'worth', year: null, source: null, from: null, to: null };

/** Renders the changes of a scenario, as named by the server. */
function drawn(...changes: Partial<Record<keyof typeof CHANGE, unknown>>[]) {
  const payload = changes.map((change) => ({ ...CHANGE, ...change }));
  const answer = { payload, additionalInformation: null, status: { code: 0, name: 'Success' }, errors: [] };
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json(answer));
  return draw(<Changes scenario={{ id: 7, revision: 1, isOwn: true } as Scenario} draft={{} as ScenarioDraft} />);
}

test('changed amounts are in millions, but whole where millions would not tell them apart', async () => {
  const screen = await drawn(
    { from: '1500000.00', to: '25000000.00' },
    { figure: 'need', year: 2027, source: '', from: '1500000.00', to: '1500000.01' },
    { figure: 'mark', from: null, to: '81.20' },
  );
  await screen.getByRole('button', { name: 'Од чувања су промењена 3 податка' }).click();
  await expect.element(screen.getByText('Мост: вредност 1,50 → 25,00')).toBeVisible();
  await expect.element(screen.getByText(/^Мост: потреба .+ 1\.500\.000,00 РСД → 1\.500\.000,01 РСД$/)).toBeVisible();
  await expect.element(screen.getByText('Мост: оцена ништа → 81,20')).toBeVisible();
});

test('changes are folded, with the button that takes them over beside them, and are whole on paper', async () => {
  const screen = await drawn({ from: '1500000.00', to: '25000000.00' });
  await expect.element(screen.getByRole('button', { name: 'Преузми нове податке' })).toBeVisible();
  const change = screen.getByText('Мост: вредност 1,50 → 25,00');
  await expect.element(change).not.toBeVisible();
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });
  await expect.element(change).toBeVisible();
  await cdp().send('Emulation.setEmulatedMedia', { media: '' });
  await expect.element(change).not.toBeVisible();
});
