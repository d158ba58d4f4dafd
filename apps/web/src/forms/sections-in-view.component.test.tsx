import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../testing/form.tsx';
import { goToSection, useSectionInView } from './sections-in-view.ts';
import './form.css';

const HEIGHTS = [700, 60, 50, 900, 300];

function Marked() {
  return <output>{useSectionInView()}</output>;
}

/** A form whose head sticks and whose sections are of different heights; below it is room to scroll. */
function Long() {
  return (
    <>
      <header className="form-head">
        <h1>Образац</h1>
      </header>
      <div style={{ position: 'fixed', bottom: 0 }}>
        <Marked />
      </div>
      {HEIGHTS.map((height, index) => (
        <section key={height} id={`section-${index}`} className="panel form-section" style={{ height }}>
          <h2 tabIndex={-1}>{index}</h2>
        </section>
      ))}
      <div style={{ height: 1200 }} />
    </>
  );
}

const marked = () => document.querySelector('output')?.textContent;
const headBottom = () => document.querySelector('.form-head')?.getBoundingClientRect().bottom ?? 0;
const topOf = (id: string) => document.getElementById(id)?.getBoundingClientRect().top ?? 0;

test('a chosen section is below the head and marked, also a short one', async () => {
  await page.viewport(1280, 800);
  await draw(<Long />);
  for (const id of ['section-3', 'section-1', 'section-2', 'section-0']) {
    goToSection(id);
    await expect.poll(marked).toBe(id);
    expect(document.activeElement?.parentElement?.id).toBe(id);
    if (id !== 'section-0') expect(Math.round(topOf(id) - headBottom())).toBe(12);
  }
});

test('it stays below the head while those above it grow', async () => {
  await page.viewport(1280, 800);
  await draw(<Long />);
  goToSection('section-3');
  const first = document.getElementById('section-0');
  if (first) first.style.height = '1500px';
  await expect.poll(() => Math.round(topOf('section-3') - headBottom())).toBe(12);
  await expect.poll(marked).toBe('section-3');
});

test('the mark follows the page once it is scrolled', async () => {
  await page.viewport(1280, 800);
  await draw(<Long />);
  goToSection('section-2');
  await expect.poll(marked).toBe('section-2');
  window.dispatchEvent(new WheelEvent('wheel'));
  window.scrollBy(0, 400);
  await expect.poll(marked).toBe('section-3');
});
