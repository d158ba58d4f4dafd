import { dirname, resolve } from 'node:path';
import { address, ConfigError, type Env, integer, isFolder } from './read.ts';

/** Measuring, logging, and sending to systems that watch the product. */
export interface WatchingSettings {
  logLevel: string;
  /** The port of /metrics; unset: nothing is measured. */
  metricsPort: number | undefined;
  metricsHost: string;
  /** The collector that traces are sent to; unset: none are made. The library reads the setting itself. */
  tracesUrl: string | undefined;
  /** tls://host:port of the log store that receives the audit log as syslog. */
  auditSyslog: string | undefined;
  /** The file that receives it as JSON lines. Both unset: it stays in the database. */
  auditFile: string | undefined;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

const HEADERS = /^[\w-]+=[^,=\s]+(?:,[\w-]+=[^,=\s]+)*$/;

/** The collector for traces; its headers are read by the library. */
function tracesUrl(env: Env): string | undefined {
  if (env.OTEL_EXPORTER_OTLP_HEADERS && !HEADERS.test(env.OTEL_EXPORTER_OTLP_HEADERS)) {
    throw new ConfigError('OTEL_EXPORTER_OTLP_HEADERS', 'must be names and values such as authorization=Bearer%20abc');
  }
  const name = 'OTEL_EXPORTER_OTLP_ENDPOINT';
  const text = address(env, name, ['http:', 'https:']);
  const { username = '', password = '' } = text === undefined ? {} : new URL(text);
  if (username + password !== '') {
    throw new ConfigError(name, 'must have no account: OTEL_EXPORTER_OTLP_HEADERS takes it');
  }
  return text;
}

const SYSLOG_PORT = 6514;

/** The log store for syslog over TLS, with its port. */
function syslogAddress(env: Env): string | undefined {
  const text = address(env, 'AUDIT_SYSLOG', ['tls:']);
  if (text === undefined) return undefined;
  const { hostname, port, pathname, username, password, search, hash } = new URL(text);
  if (hostname === '' || !['', '/'].includes(pathname) || username + password + search + hash !== '') {
    throw new ConfigError('AUDIT_SYSLOG', 'must be a host and a port such as tls://logs.example.rs:6514');
  }
  return `tls://${hostname}:${port || SYSLOG_PORT}`;
}

/** The file for the audit log: its folder must exist, because a rotation expects it there. */
function auditFile(env: Env): string | undefined {
  const text = env.AUDIT_FILE || undefined;
  if (text === undefined) return undefined;
  if (env.AUDIT_SYSLOG) throw new ConfigError('AUDIT_FILE', 'must be unset where AUDIT_SYSLOG is set');
  const path = resolve(text);
  if (!isFolder(dirname(path))) throw new ConfigError('AUDIT_FILE', `there is no folder ${dirname(path)}`);
  if (isFolder(path)) throw new ConfigError('AUDIT_FILE', `${path} is a folder`);
  return path;
}

/** Error: ConfigError. */
export function watchingSettings(env: Env): WatchingSettings {
  const logLevel = env.LOG_LEVEL || 'info';
  if (!LOG_LEVELS.includes(logLevel)) throw new ConfigError('LOG_LEVEL', `must be one of ${LOG_LEVELS.join(', ')}`);
  return {
    logLevel,
    metricsPort: integer(env, 'METRICS_PORT', 0, 1, 65_535) || undefined,
    metricsHost: env.METRICS_HOST || '127.0.0.1',
    tracesUrl: tracesUrl(env),
    auditSyslog: syslogAddress(env),
    auditFile: auditFile(env),
  };
}
