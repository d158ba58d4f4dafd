import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { ProjectForm } from '@pimis/contract/forms';
import { draw } from '../../testing/form.tsx';
import { RemarkText } from './RemarkText.tsx';
import { RemarksContext, useRemarksOf } from './remarks.ts';

test('a remark cannot be changed while it is saved: the change would be dropped with the one that was', async () => {
  const screen = await draw(
    <RemarkText label="Примедба" save="Сачувај" onSave={() => new Promise<boolean>(() => undefined)} />,
  );
  const remark = screen.getByRole('textbox', { name: 'Примедба' });
  await userEvent.fill(remark, 'Допуните износе.');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(remark).toHaveAttribute('readonly');
});

test('an unsaved remark is reported once, and taken back when it is emptied', async () => {
  const FORM = { id: 1, remarks: [], rights: { remark: true, answer: false } } as unknown as ProjectForm;
  let drawn = 0;
  function Writing() {
    const remarks = useRemarksOf(FORM, 'PROBA');
    drawn += 1;
    return (
      <RemarksContext value={remarks}>
        <p>{remarks.typing ? 'несачувано' : 'сачувано'}</p>
        <RemarkText label="Примедба" save="Сачувај" onSave={() => Promise.resolve(true)} />
      </RemarksContext>
    );
  }
  const screen = await draw(<Writing />);
  const before = drawn;
  await userEvent.fill(screen.getByRole('textbox', { name: 'Примедба' }), 'Допуните износе.');
  await expect.element(screen.getByText('несачувано')).toBeVisible();
  // What draws itself again and again does so within some frames.
  for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
  expect(drawn - before).toBeLessThanOrEqual(2);
  await userEvent.clear(screen.getByRole('textbox', { name: 'Примедба' }));
  await expect.element(screen.getByText('сачувано', { exact: true })).toBeVisible();
});
