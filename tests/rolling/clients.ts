import { DEMO_PASSWORD } from '../../apps/server/src/modules/system/demo-accounts.ts';

/** A call that was refused, or not answered. */
interface Refused {
  at: number;
  call: string;
  outcome: string;
}

/** Observations of the clients. Times in milliseconds. */
export interface Seen {
  calls: number;
  slowest: { ms: number; call: string };
  refused: Refused[];
  /** Codes of projects whose creation was acknowledged. */
  made: string[];
}

interface Envelope {
  payload: { accessToken?: string } | null;
}

const WRITERS = ['local.user', 'local.power', 'other.user'];
const READ = ['notices', 'dashboard/tasks', 'dashboard'];

/** Calls without a pause until the signal, as an account: reads, and new projects by those who may. */
async function work(url: string, login: string, number: number, seen: Seen, ending: AbortSignal): Promise<void> {
  let authorization = '';
  const call = async (method: string, path: string, body?: unknown): Promise<Envelope | null> => {
    const begun = performance.now();
    const named = `${method} ${path.split('?')[0]}`;
    try {
      const answer = await fetch(`${url}/api/${path}`, {
        method,
        headers: {
          ...(authorization && { authorization }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      seen.calls += 1;
      const ms = performance.now() - begun;
      if (ms > seen.slowest.ms) seen.slowest = { ms, call: named };
      if (!answer.ok) {
        seen.refused.push({ at: Date.now(), call: named, outcome: `${answer.status} ${text.slice(0, 200)}` });
        return null;
      }
      return JSON.parse(text) as Envelope;
    } catch (error) {
      seen.refused.push({ at: Date.now(), call: named, outcome: String((error as Error).cause ?? error) });
      return null;
    }
  };
  const signedIn = await call('POST', 'login', { login, password: DEMO_PASSWORD });
  authorization = `Bearer ${signedIn?.payload?.accessToken}`;
  for (let round = 0; !ending.aborted; round += 1) {
    if (WRITERS.includes(login)) {
      const code = `ROL-${number}-${round}`;
      const made = await call('POST', 'projects', { code, type: 3, sector: 5, important: false });
      if (made) {
        seen.made.push(code);
        await call('GET', `projects/${code}`);
      }
      await call('GET', 'projects/paged?perPage=20');
    }
    for (const path of READ) await call('GET', path);
  }
}

/** Ten people at work until the returned function is called, which returns what they have seen. */
export function startClients(url: string): () => Promise<Seen> {
  const seen: Seen = { calls: 0, slowest: { ms: 0, call: '' }, refused: [], made: [] };
  const ending = new AbortController();
  const logins = [...WRITERS, ...WRITERS, 'local.admin', 'operator', 'verifier', 'minister'];
  const working = logins.map((login, number) => work(url, login, number, seen, ending.signal));
  return async () => {
    ending.abort();
    await Promise.all(working);
    return seen;
  };
}
