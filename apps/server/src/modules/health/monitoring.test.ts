import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Metrics } from '../../platform/watching/metrics.ts';
import { useServer } from '../../testing/server.ts';
import { measured, measuredReplica } from './measured.ts';

const FOLDER = join(import.meta.dirname, '../../../../../deploy/monitoring');
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
const isRequired = process.env.PIMIS_PROMTOOL === 'required';

const server = useServer();

/** Names of metrics in a text, without the suffixes of a histogram. */
const namesIn = (text: string) =>
  new Set(
    [...text.matchAll(/\b(?:pimis|nodejs|process)_\w+/g)].map(([name]) => name.replace(/_(?:bucket|sum|count)$/, '')),
  );

async function everything(): Promise<string> {
  const metrics = new Metrics();
  metrics.addSource(measured(server.context));
  const state = () => ({ lagMs: 1_500, reason: null });
  metrics.addSource(measuredReplica({ db: server.context.db, state, isUsable: () => true, lost: () => undefined }));
  return metrics.text();
}

it('uses in alerts and dashboard only metrics that the server has', async () => {
  const known = namesIn(await everything());
  for (const file of ['alerts.yml', 'dashboard.json']) {
    const named = namesIn(readFileSync(join(FOLDER, file), 'utf8'));
    expect(named.size).toBeGreaterThan(5);
    expect(
      [...named].filter((name) => !known.has(name)),
      file,
    ).toEqual([]);
  }
});

it('has a test that raises each alert, and a recipe for each incident that alerts name', () => {
  const alerts = readFileSync(join(FOLDER, 'alerts.yml'), 'utf8');
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
  const trials = readFileSync(join(FOLDER, 'alerts.test.yml'), 'utf8');
  const raised = [...trials.matchAll(/alertname: (\w+)\n +exp_alerts:\n +- exp_labels/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(10);
  expect(new Set(raised)).toEqual(new Set(names));
  const operations = readFileSync(join(FOLDER, '../../docs/operations.md'), 'utf8');
  const incidents = [...alerts.matchAll(/Incidents, \\?"([^"\\]+)/g)].map(([, title]) => title);
  expect(incidents.length).toBeGreaterThan(5);
  expect(incidents.filter((title) => !operations.includes(`**${title}.**`))).toEqual([]);
});

describe.skipIf(!hasPromtool && !isRequired)('with promtool (apt-get install prometheus)', () => {
  const promtool = (...parameters: string[]) => execFileSync('promtool', parameters, { cwd: FOLDER, encoding: 'utf8' });

  it('accepts the rules and settings', () => {
    expect(promtool('check', 'rules', 'alerts.yml')).toContain('SUCCESS');
    expect(promtool('check', 'config', 'prometheus.yml')).toContain('SUCCESS');
  });

  it('raises the alerts when it should, and not before', () => {
    expect(promtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
  });

  it('finds no fault in the metrics of the server', async () => {
    const checked = spawnSync('promtool', ['check', 'metrics'], { input: await everything(), encoding: 'utf8' });
    // Metrics of the Node library have names that promtool criticizes; only ours are checked.
    expect(checked.stderr.split('\n').filter((line) => line.startsWith('pimis_'))).toEqual([]);
  });
});
