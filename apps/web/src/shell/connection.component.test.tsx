import { beforeEach, describe, expect, test, vi } from 'vitest';
import { connectionBack, connectionLost, whenBack } from '../api/connection.ts';
import { loadScreen, newVersionIsOut } from '../api/version.ts';
import { draw } from '../testing/form.tsx';
import { Connection } from './Connection.tsx';

const HEALTH = {
  payload: { database: 'ok' },
  additionalInformation: null,
  status: { code: 0, name: 'Success' },
  errors: [],
};
const page = (script: string) =>
  new Response(`<!doctype html><script type="module" crossorigin src="${script}"></script>`, {
    headers: { 'content-type': 'text/html' },
  });

beforeEach(() => connectionBack());

describe('without a connection', () => {
  test('that is said, and goes away by itself when the server answers; what waited is done once', async () => {
    const fetchSpy = vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    const screen = await draw(<Connection />);
    const saved = vi.fn();
    whenBack('save', vi.fn());
    whenBack('save', saved);
    whenBack('other', vi.fn())();
    window.dispatchEvent(new Event('offline'));
    await expect.element(screen.getByText('Нема везе.')).toBeVisible();
    window.dispatchEvent(new Event('online'));
    await expect.poll(() => fetchSpy.mock.calls.length).toBeGreaterThan(0);
    await expect.element(screen.getByText('Нема везе.')).toBeVisible();
    fetchSpy.mockImplementation(async () => new Response(JSON.stringify(HEALTH)));
    window.dispatchEvent(new Event('online'));
    await expect.element(screen.getByText('Нема везе.')).not.toBeInTheDocument();
    expect(saved).toHaveBeenCalledTimes(1);
    connectionLost();
    connectionBack();
    expect(saved).toHaveBeenCalledTimes(1);
    fetchSpy.mockRestore();
  });

  test('any answer of the server is a connection, also a refusal', async () => {
    const fetchSpy = vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    const screen = await draw(<Connection />);
    window.dispatchEvent(new Event('offline'));
    await expect.element(screen.getByText('Нема везе.')).toBeVisible();
    const status = { code: 2, name: 'ServerError' };
    fetchSpy.mockImplementation(async () => Response.json({ ...HEALTH, payload: null, status }, { status: 503 }));
    window.dispatchEvent(new Event('online'));
    await expect.element(screen.getByText('Нема везе.')).not.toBeInTheDocument();
    fetchSpy.mockRestore();
  });

  test('a screen that cannot be loaded fails when the server answers again, for the router reloads the page', async () => {
    const fetchSpy = vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    const missing = new TypeError('Failed to fetch dynamically imported module');
    const load = () => Promise.reject(missing);
    // No component watches the connection yet, so nothing would poll until the server answers.
    await expect(loadScreen(load)).rejects.toBe(missing);
    const screen = await draw(<Connection />);
    const failed = vi.fn();
    void loadScreen(load).catch(failed);
    await expect.element(screen.getByText('Нема везе.')).toBeVisible();
    expect(failed).not.toHaveBeenCalled();
    fetchSpy.mockImplementation(async () => new Response(JSON.stringify(HEALTH)));
    window.dispatchEvent(new Event('online'));
    await expect.poll(() => failed.mock.calls).toEqual([[missing]]);
    fetchSpy.mockRestore();
  });
});

describe('a new version', () => {
  test('is out when the served page begins with another script', async () => {
    const fetchSpy = vi.spyOn(window, 'fetch');
    fetchSpy.mockImplementation(async () => page('/assets/index-b.js'));
    expect(await newVersionIsOut('/assets/index-a.js')).toBe(true);
    expect(await newVersionIsOut('/assets/index-b.js')).toBe(false);
    expect(await newVersionIsOut(null)).toBe(false);
    fetchSpy.mockImplementation(async () => new Response('', { status: 503 }));
    expect(await newVersionIsOut('/assets/index-a.js')).toBe(false);
    fetchSpy.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await newVersionIsOut('/assets/index-a.js')).toBe(false);
    fetchSpy.mockRestore();
  });

  test('is announced, and loaded by nobody but the one who asks for it', async () => {
    const fetchSpy = vi.spyOn(window, 'fetch').mockImplementation(async () => page('/assets/index-new.js'));
    const screen = await draw(<Connection />);
    window.dispatchEvent(new Event('vite:preloadError'));
    await expect.element(screen.getByText('Објављена је нова верзија.')).toBeVisible();
    await expect.element(screen.getByRole('button', { name: 'Учитај нову верзију' })).toBeVisible();
    fetchSpy.mockRestore();
  });
});
