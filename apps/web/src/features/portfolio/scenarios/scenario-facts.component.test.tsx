import { expect, test } from 'vitest';
import { calendarOf } from '@pimis/domain/portfolio/scenario/calendar';
import { draw } from '../../../testing/form.tsx';
import { ScenarioFacts } from './ScenarioFacts.tsx';
import { SectorCeilings } from './SectorCeilings.tsx';

const need = (amount: string) => ({ year: 2027, source: 'Зајам', amount });
const facts = (ceilings: string[]) => (
  <ScenarioFacts
    calendar={calendarOf({ candidates: [], committed: [need('5.00')], ceilings: ceilings.map(need) })}
    count={0}
  />
);

test('a scenario is within its ceilings only where it has some', async () => {
  const screen = await draw(facts([]));
  await expect.element(screen.getByText('Ниједна граница није унета')).toBeVisible();
  await expect.element(screen.getByText('Све је у границама')).not.toBeInTheDocument();
  await screen.unmount();
  const bounded = await draw(facts(['5.00']));
  await expect.element(bounded.getByText('Све је у границама')).toBeVisible();
  await bounded.unmount();
  const over = await draw(facts(['4.00']));
  // The excess is less than 0.01 million, which must not be rounded to 0.
  await expect.element(over.getByText(/укупно < 0,01/)).toBeVisible();
  await expect.element(over.getByText('Све је у границама')).not.toBeInTheDocument();
});

test('ceilings of one sector, which do not count in a scenario, are named', async () => {
  const ceilings = [{ ...need('7000000.00'), sector: 1 }];
  const screen = await draw(<SectorCeilings ceilings={ceilings} />);
  await screen.getByText('Граница сектора овде не важи: 1').click();
  await expect.element(screen.getByText(/^2027, .+, Зајам: 7,00$/)).toBeVisible();
});

test('chosen projects without needs by year are not within the ceilings without a word', async () => {
  const candidate = {
    name: 'Пут',
    organizationName: 'Град Чачак',
    sector: 1,
    phase: 3,
    mark: null,
    worth: '1.00',
    shift: 0,
  };
  const of = (states: ('in' | 'out')[]) =>
    calendarOf({
      candidates: states.map((state, index) => ({ ...candidate, code: String(index), state, needs: [] })),
      committed: [],
      ceilings: [need('5.00')],
    });
  const word = /немају? потребе по годинама/;
  const screen = await draw(<ScenarioFacts calendar={of(['in', 'in', 'out'])} count={3} />);
  await expect.element(screen.getByText('Све је у границама')).toBeVisible();
  await expect.element(screen.getByText('без 2 пројекта који немају потребе по годинама')).toBeVisible();
  await screen.unmount();
  const none = await draw(<ScenarioFacts calendar={of(['out'])} count={1} />);
  await expect.element(none.getByText('Све је у границама')).toBeVisible();
  await expect.element(none.getByText(word)).not.toBeInTheDocument();
});
