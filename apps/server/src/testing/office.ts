import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const PROGRAM = 'soffice';
const MOST_MS = 60_000;

export const hasOffice = spawnSync(PROGRAM, ['--version'], { timeout: MOST_MS }).status === 0;
export const NO_OFFICE =
  'LibreOffice is not installed: no workbook was opened by it. Install it with: apt-get install libreoffice-calc-nogui';

/**
 * Opens workbooks in LibreOffice without a screen, so that no repair can be accepted, and returns each as flat XML.
 * Error: its message for a file that it cannot open.
 */
export function openedByOffice(workbooks: ReadonlyMap<string, Buffer>): Map<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'pimis-office-'));
  try {
    const files = [...workbooks].map(([name, bytes]) => {
      const file = join(folder, `${name}.xlsx`);
      writeFileSync(file, bytes);
      return file;
    });
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
    const { stdout, stderr } = spawnSync(
      PROGRAM,
      ['--headless', profile, '--convert-to', 'fods', '--outdir', folder, ...files],
      { encoding: 'utf8', timeout: MOST_MS },
    );
    return new Map(
      files.map((file) => {
        const name = basename(file, '.xlsx');
        try {
          return [name, readFileSync(join(folder, `${name}.fods`), 'utf8')];
        } catch {
          throw new Error(`LibreOffice has not opened ${name}: ${stdout} ${stderr}`);
        }
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
