import { expect, test } from 'vitest';
import { draw } from '../testing/form.tsx';
import { TableSwitch } from './DataTable/TableSwitch.tsx';

test('a switch that is off has the colour of the edge of fields, which is seen on every ground', async () => {
  const screen = await draw(
    <>
      <TableSwitch label="Искључено" checked={false} onChange={() => undefined} />
      <i style={{ color: 'var(--p-field)' }}>ивица</i>
    </>,
  );
  const track = screen.getByRole('switch', { name: 'Искључено' }).element().nextElementSibling;
  const thumb = track?.querySelector('.mantine-Switch-thumb');
  if (!track || !thumb) throw new Error('not drawn');
  const { color } = getComputedStyle(screen.getByText('ивица').element());
  expect(getComputedStyle(thumb).backgroundColor).toBe(color);
  expect(getComputedStyle(track).boxShadow).toContain(color);
});
