import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useBackups } from '../testing/backups.ts';
import { LAUNCHER, runProgram, runSubcommand } from '../testing/command-line.ts';
import { createProject, upload } from '../testing/projects.ts';
import { useServer } from '../testing/server.ts';

const server = useServer();
const { folder, sourceUrl, machine } = useBackups(server);
const place = join(folder, 'place');

const at = (env: Record<string, string>) => ({
  cwd: folder,
  env: { ...process.env, NODE_ENV: '', LOG_LEVEL: 'silent', LAUNCHER, ...env },
});
const pimis = (args: readonly string[], env: Record<string, string>) => runSubcommand(args, at(env));

const settingsOf = async () => ({
  DATABASE_URL: await sourceUrl(),
  DATA_DIR: server.context.config.dataDir,
  AUDIT_SECRET: new TextDecoder().decode(server.context.config.auditSecret),
  BACKUP_URL: `file://${place}`,
  BACKUP_REREAD_DAYS: '1',
});

function flipBit(text: string): void {
  const files = readdirSync(join(place, 'files'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.length > 2,
  );
  const name = files.find((one) => readFileSync(join(place, 'files', one), 'utf8') === text) ?? '';
  const content = readFileSync(join(place, 'files', name));
  content.writeUInt8(content.readUInt8(0) ^ 1, 0);
  writeFileSync(join(place, 'files', name), content);
}

describe('pimis backup', () => {
  it('says when the place has spoiled a file, and restores all others where it is told to', async () => {
    const source = await settingsOf();
    const code = await createProject(server, 'local.user');
    for (const name of ['a.txt', 'b.txt'])
      await upload(server, 'local.user', code, name, { description: 'Опис' }, name);
    const backup = ['backup', place, '--quiet'];
    expect(await pimis(backup, source)).toMatchObject({ code: 0, err: '' });
    flipBit('b.txt');

    const empty = await machine();
    const target = {
      DATABASE_URL: empty.databaseUrl,
      DATA_DIR: empty.dataDir,
      AUDIT_SECRET: '',
      TOKEN_SECRET: '',
      BACKUP_URL: '',
    };
    const refused = await pimis(['restore', place, '--quiet', '--any-signer'], target);
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toMatch(/^The backup \S+ is damaged: file [0-9a-f]{64}: it is damaged\n$/);
    const restored = await pimis(['restore', place, '--quiet', '--any-signer', '--without-damaged'], target);
    expect(restored.code).toBe(0);
    expect(restored.err).toMatch(
      new RegExp(`^Without its content: ${code}, b\\.txt, revision 1 \\(documents/[0-9a-f-]+\\)\\n$`),
    );
    expect(restored.out).toMatch(/^Restored \S+: \d+ rows, 1 file,/m);

    const second = await pimis(backup, source);
    expect(second.code).toBe(0);
    expect(second.err).toMatch(
      /^The place has spoiled 1 file, which was copied again; earlier backups lack them: file /,
    );
    expect((await pimis(['doctor'], source)).out).toMatch(/^WRONG +BACKUP_URL +The place has spoiled 1 file/m);
    expect(await pimis(['verify', place, '--quiet'], source)).toMatchObject({ code: 0 });
    expect(await pimis(backup, source)).toMatchObject({ code: 0, err: '' });
    expect((await pimis(['doctor'], source)).out).toMatch(/^ok +BACKUP_URL +last backup/m);
  });

  it('goes on to remove old backups when nobody reads its output any more', async () => {
    const source = await settingsOf();
    for (let made = 0; made < 2; made += 1) await pimis(['backup', place, '--quiet'], source);
    const cut = '"$LAUNCHER" backup "$PLACE" --keep 1d --quiet | head -1';
    const ended = await runProgram('/bin/sh', ['-c', cut], at({ ...source, PLACE: place }));
    expect(ended).toMatchObject({ code: 0, err: '' });
    const manifests = readdirSync(join(place, 'backups'), { recursive: true, encoding: 'utf8' });
    expect(manifests.filter((name) => name.endsWith('manifest'))).toHaveLength(1);
  });
});
