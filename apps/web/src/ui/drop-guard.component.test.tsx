import { expect, test, vi } from 'vitest';
import { draw } from '../testing/form.tsx';
import { guardDrops } from './drop-guard.ts';
import { FileDrop } from './FileDrop.tsx';

/** Whether the browser's own handling of the dragged content is prevented. */
function kept(place: Element, kind: 'dragover' | 'drop', dataTransfer: DataTransfer): boolean {
  const event = new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer });
  place.dispatchEvent(event);
  return event.defaultPrevented;
}

test('a file that is dropped beside the place for it is not opened in place of the product', async () => {
  guardDrops();
  const take = vi.fn();
  const screen = await draw(<FileDrop single text="Овамо" choose="Изабери" label="Датотека" onFiles={take} />);
  const [file, text] = [new DataTransfer(), new DataTransfer()];
  file.items.add(new File(['a'], 'plan.pdf'));
  text.setData('text/plain', 'речи');
  expect([kept(document.body, 'dragover', file), kept(document.body, 'drop', file)]).toEqual([true, true]);
  expect(take).not.toHaveBeenCalled();
  // Text is moved within fields.
  expect([kept(document.body, 'dragover', text), kept(document.body, 'drop', text)]).toEqual([false, false]);
  expect(kept(screen.getByText('Овамо').element(), 'drop', file)).toBe(true);
  expect(take.mock.calls[0]?.[0]).toHaveLength(1);
});
