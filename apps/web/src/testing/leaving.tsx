import { Link } from '@tanstack/react-router';
import { expect } from 'vitest';
import { page } from 'vitest/browser';

/** A link to another screen, which a test draws beside its own. */
export const Away = () => <Link to="/projects">На други екран</Link>;

const question = () => page.getByRole('dialog', { name: 'Несачуване измене' });

/** Leaves the screen, and is asked first. */
export async function leaveAsked(): Promise<void> {
  await page.getByText('На други екран').click();
  await expect.element(question()).toBeVisible();
}

/** The question has gone by itself. */
export const askedNoMore = () => expect.element(question()).not.toBeInTheDocument();

/** Answers the question: the user stays. */
export const stay = () => question().getByRole('button', { name: 'Настави унос' }).click();
