import { describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Field } from '@pimis/domain/forms/types';
import { drawForm } from '../testing/form.tsx';

const field = (path: string, kind: Field['kind'], label: string, more: Partial<Field> = {}): Field => ({
  path,
  kind,
  label: { sr: label, en: label },
  ...more,
});

const FIELDS = [
  field('назив', 'text', 'Назив', { required: true }),
  field('опис', 'text', 'Опис', { required: true }),
  field('збир', 'rsd', 'Збир', { computed: true }),
  field('редови', 'table', 'Редови', { columns: [field('текст', 'text', 'Текст', { required: true })] }),
];

describe('what is wrong', () => {
  test('is not red in a form that nobody touched, and told at a field after it was left', async () => {
    const { screen, store } = await drawForm(FIELDS, {});
    expect(store.validation.errors.length).toBeGreaterThan(1);
    await expect.element(screen.getByLabelText('Назив')).toBeVisible();
    expect(document.querySelectorAll('.form-error, [aria-invalid="true"]').length).toBe(0);

    await screen.getByLabelText('Назив').click();
    await userEvent.tab();
    const left = screen.getByLabelText('Назив');
    await expect.element(left).toHaveAttribute('aria-invalid', 'true');
    const messages = left.element().getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(messages)?.textContent).toContain('обавез');
    await expect.element(screen.getByLabelText('Опис')).not.toHaveAttribute('aria-invalid', 'true');
  });

  test('is told everywhere after a lock was tried, in a table to the cell that it is said of', async () => {
    const { screen, store } = await drawForm(FIELDS, { редови: [{ текст: '' }] });
    store.leaveAll();
    await expect.element(screen.getByLabelText('Опис')).toHaveAttribute('aria-invalid', 'true');
    const cell = screen.getByRole('textbox', { name: 'Текст, Ред 1' });
    await expect.element(cell).toHaveAttribute('aria-invalid', 'true');
    const said = document.getElementById(cell.element().getAttribute('aria-describedby') ?? '');
    expect(said?.textContent).toContain('Ред 1');
  });
});

describe('a field', () => {
  test('says its duty and why it cannot be changed to those who do not see it', async () => {
    const { screen } = await drawForm(FIELDS, { редови: [{ текст: 'а' }] });
    await expect.element(screen.getByLabelText('Назив')).toHaveAttribute('aria-required', 'true');
    const computed = screen.getByLabelText('Збир').element();
    expect(computed.getAttribute('aria-required')).toBeNull();
    expect(document.getElementById(computed.getAttribute('aria-describedby') ?? '')?.textContent).toContain('рачуна');
    await expect.element(screen.getByRole('rowheader', { name: '1' })).toBeVisible();
  });

  test('is 32 high, has an edge that is seen and a ring of 2 pixels, and stays readable when it cannot be changed', async () => {
    const { screen } = await drawForm(FIELDS, {});
    const [edited, computed] = [screen.getByLabelText('Назив'), screen.getByLabelText('Збир')];
    await edited.click();
    const style = getComputedStyle(edited.element());
    expect(edited.element().getBoundingClientRect().height).toBe(32);
    expect(style.outlineWidth).toBe('2px');
    expect(getComputedStyle(computed.element()).opacity).toBe('1');
    await userEvent.tab();
    await expect.poll(() => getComputedStyle(screen.getByLabelText('Опис').element()).outlineWidth).toBe('2px');
  });
});
