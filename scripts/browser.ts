import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

/** The one without a window opens a page for a sixth of what the whole browser takes. */
const SHELL = '/usr/bin/chromium-headless-shell';
const SYSTEM_BROWSERS = [SHELL, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** One that is there: Playwright's own, or the system's. */
export function installedBrowser(): string | undefined {
  const own = chromium.executablePath();
  return own && existsSync(own) ? own : SYSTEM_BROWSERS.find((path) => existsSync(path));
}

function attempt(command: string, args: string[]): void {
  try {
    execFileSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  } catch {
    // The next way is tried; a browser that is still missing is reported by the caller.
    process.stdout.write(`${command} ${args.join(' ')} did not succeed\n`);
  }
}

/** What is said when none was found. */
export const NO_BROWSER =
  'No Chromium found: install one (apt-get install chromium-headless-shell, or npx playwright install chromium), or set PIMIS_BROWSER.';

/** As root on Debian. */
function installShell(): void {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  attempt('apt-get', ['update', '-qq']);
  attempt('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell']);
}

/**
 * Path of a Chromium for tests and measurements: the one that PIMIS_BROWSER names, one that is there, Debian's by apt
 * as root, or Playwright's own. In CI, where nobody waits for it to be asked, the light one is preferred to one that
 * is there.
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
