import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../config.ts';
import { isProxy, isTrusted, networkOf, timesFrom } from './networks.ts';

function configWith(env: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'pimis-settings-'));
  try {
    return loadConfig({ DATA_DIR: folder, ...env }, { demo: false });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('networks', () => {
  it('are addresses in IPv4, and lines in IPv6, however these are written', () => {
    expect(networkOf('10.1.2.3')).toBe('10.1.2.3');
    expect(networkOf('::ffff:10.1.2.3')).toBe('10.1.2.3');
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(networkOf('2001:0DB8:1:2::9')).toBe('2001:db8:1:2::/64');
    expect(networkOf('2001:db8::9')).toBe('2001:db8:0:0::/64');
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0::/64');
    expect(networkOf('::1')).toBe('0:0:0:0::/64');
    expect(networkOf('unknown')).toBe('unknown');
  });

  it('are trusted where a setting names them, and have higher limits', () => {
    const config = configWith({ LOGIN_TRUSTED_NETWORKS: '10.0.0.0/8, 2001:db8::/32,192.0.2.7' });
    const trusted = ['10.200.0.1', '::ffff:10.200.0.1', '2001:db8:9::1', '192.0.2.7'];
    const others = ['11.0.0.1', '2001:db9::1', '192.0.2.8', 'unknown'];
    expect(trusted.map((address) => isTrusted(config, address))).toEqual(trusted.map(() => true));
    expect(others.map((address) => isTrusted(config, address))).toEqual(others.map(() => false));
    expect([timesFrom(config, '10.0.0.1', 20), timesFrom(config, '11.0.0.1', 20)]).toEqual([200, 20]);
  });

  it('are believed about the client if they are on this machine, or named by a setting', () => {
    const alone = configWith({});
    const config = configWith({ TRUSTED_PROXIES: '10.1.0.0/16, 2001:db8::7' });
    const local = ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'];
    const named = ['10.1.2.3', '::ffff:10.1.2.3', '2001:db8::7'];
    const others = ['10.2.0.1', '2001:db8::8', '128.0.0.1', 'unknown'];
    for (const address of local) expect([isProxy(alone, address), isProxy(config, address)]).toEqual([true, true]);
    for (const address of named) expect([isProxy(alone, address), isProxy(config, address)]).toEqual([false, true]);
    for (const address of others) expect([isProxy(alone, address), isProxy(config, address)]).toEqual([false, false]);
    for (const everybody of ['0.0.0.0/0', '10.0.0.1, ::/0']) {
      expect(() => configWith({ TRUSTED_PROXIES: everybody })).toThrow('TRUSTED_PROXIES');
    }
  });

  it('that cannot be read stop the start', () => {
    for (const wrong of ['10.0.0.0/33', '10.0.0/8', '10.0.0.0/8/9', '2001:db8::/129', '10.0.0.0/x', 'office']) {
      expect(() => configWith({ LOGIN_TRUSTED_NETWORKS: wrong })).toThrow('LOGIN_TRUSTED_NETWORKS');
    }
  });
});
