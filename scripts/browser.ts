import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** The headless shell opens a page in a sixth of the time of the whole browser. */
const SHELL = '/usr/bin/chromium-headless-shell';
const SYSTEM_BROWSERS = [SHELL, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** An installed browser: Playwright's own, or the system's. */
export function installedBrowser(): string | undefined {
  const own = chromium.executablePath();
  return own && existsSync(own) ? own : SYSTEM_BROWSERS.find((path) => existsSync(path));
}

function attempt(command: string, args: string[]): void {
  try {
    execFileSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  } catch {
    // The next way is tried; the caller reports a missing browser.
    process.stdout.write(`${command} ${args.join(' ')} did not succeed\n`);
  }
}

/** The message when no browser was found. */
export const NO_BROWSER =
  'No Chromium found: install one (apt-get install chromium-headless-shell, or npx playwright install chromium), or set PIMIS_BROWSER.';

/** As root on Debian. */
function installShell(): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  attempt('apt-get', ['update', '-qq']);
  attempt('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell']);
}

/**
 * The path of a Chromium for tests and measurements: the one of PIMIS_BROWSER, an installed one, Debian's by apt as
 * root, or Playwright's own. CI prefers the headless shell to an installed browser.
 */
export function findBrowser(): string | undefined {
  if (process.env.PIMIS_BROWSER) return process.env.PIMIS_BROWSER;
  const there = installedBrowser();
  if (there && (!process.env.CI || !SYSTEM_BROWSERS.slice(1).includes(there))) return there;
  installShell();
  const found = installedBrowser();
  if (found) return found;
  attempt('npx', ['playwright', 'install', 'chromium']);
  return installedBrowser();
}
