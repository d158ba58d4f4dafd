import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';

const SYSTEM_BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

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
  'No Chromium found: install one (apt-get install chromium, or npx playwright install chromium), or set PIMIS_BROWSER.';

/** Path of a Chromium for tests and measurements: the one that PIMIS_BROWSER names, one that is there, Debian's by apt as root, or Playwright's own. */
export function findBrowser(): string | undefined {
  if (process.env.PIMIS_BROWSER) return process.env.PIMIS_BROWSER;
  const there = installedBrowser();
  if (there) return there;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    attempt('apt-get', ['update', '-qq']);
    attempt('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium']);
    const debian = installedBrowser();
    if (debian) return debian;
  }
  attempt('npx', ['playwright', 'install', 'chromium']);
  return installedBrowser();
}
