import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { masked } from './masked.ts';

const TAIL_BYTES = 1024 * 1024;
const LINES = 500;
const LINE_LENGTH = 2_000;
/** Lines of PostgreSQL that quote data and statements. */
const QUOTING = /\b(?:DETAIL|STATEMENT|CONTEXT|HINT|QUERY):/;

interface LogLine {
  level?: unknown;
  time?: unknown;
  msg?: unknown;
  reqId?: unknown;
  responseTime?: unknown;
  limit?: unknown;
  req?: { method?: unknown; path?: unknown };
  res?: { statusCode?: unknown };
  err?: { type?: unknown; code?: unknown; message?: unknown; stack?: unknown };
}

const FRAME =
  /^\s*at .*?(?:\(|file:\/\/|^\s*at )?[^()\s]*?((?:apps|packages|node_modules)\/[^()\s]+:\d+:\d+|node:[^()\s]+)\)?$/;

/** The places of a stack, without the message at its head. */
function places(stack: unknown): string[] {
  if (typeof stack !== 'string') return [];
  return stack.split('\n').flatMap((line) => FRAME.exec(line)?.[1] ?? []);
}

/** The words of a path, without numbers, codes and names of files. */
const pathOf = (path: unknown): string | undefined =>
  typeof path === 'string'
    ? path
        .split('?')[0]
        ?.split('/')
        .map((step) => (/^[a-z-]*$/.test(step) ? step : ':x'))
        .join('/')
    : undefined;

/** A line of the log with the fields that are known to hold no data; the text only if it is not that of an error. */
function ownLine({ level, time, msg, reqId, responseTime, limit, req, res, err }: LogLine, env: NodeJS.ProcessEnv) {
  const isOfError = typeof msg !== 'string' || (err !== undefined && msg === err.message);
  return JSON.stringify({
    time: typeof time === 'number' ? new Date(time).toISOString() : undefined,
    level: typeof level === 'number' ? level : undefined,
    msg: isOfError ? undefined : masked(msg, env),
    call: typeof reqId === 'string' && /^[\da-f-]{36}$/.test(reqId) ? reqId : undefined,
    ms: typeof responseTime === 'number' ? Math.round(responseTime) : undefined,
    limit: typeof limit === 'string' ? masked(limit, env) : undefined,
    method: typeof req?.method === 'string' ? masked(req.method, env) : undefined,
    path: pathOf(req?.path),
    status: typeof res?.statusCode === 'number' ? res.statusCode : undefined,
    error: err && { type: codeOf(err.type), code: codeOf(err.code), at: places(err.stack) },
  });
}

const codeOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\w.]{1,60}$/.test(value) ? value : undefined;

/** The last lines of a log as support may see them, in their order. */
export function logLines(text: string, env: NodeJS.ProcessEnv): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !QUOTING.test(line.slice(0, 200)));
  return lines.slice(-LINES).map((line) => {
    try {
      const value: unknown = JSON.parse(line);
      if (typeof value === 'object' && value !== null) return ownLine(value, env);
    } catch {
      // A line of the start or of PostgreSQL.
    }
    return masked(line.slice(0, LINE_LENGTH), env);
  });
}

/** The end of a file, from the first whole line on. Errors: those of the file system. */
export function endOf(path: string): string {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const start = Math.max(0, size - TAIL_BYTES);
    const bytes = Buffer.alloc(size - start);
    readSync(file, bytes, 0, bytes.length, start);
    const text = bytes.toString('utf8');
    return start === 0 ? text : text.slice(text.indexOf('\n') + 1);
  } finally {
    closeSync(file);
  }
}
