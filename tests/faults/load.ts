import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Envelope } from '@pimis/contract/envelope';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { setPath } from '@pimis/domain/forms/paths';
import { IDEA_EXAMPLE } from '@pimis/examples/idea';
import { DEMO_PASSWORD } from '../../apps/server/src/modules/system/demo-accounts.ts';

/** The outcome of a write: acknowledged, refused, or no response. */
type Outcome = 'acknowledged' | 'refused' | 'unknown';

interface Write {
  kind: 'comment' | 'save' | 'upload' | 'create' | 'step';
  /**
   * A unique mark of the write: the text of a comment, a field of a form, the hash of a content, the code of a project.
   */
  mark: string;
  outcome: Outcome;
}

export interface CallResult {
  status: number;
  name: string;
  retryAfter: number | null;
  ms: number;
}

export interface Answered<Payload> extends CallResult {
  payload: Payload | null;
}

const PATIENCE_MS = 60_000;
/** Between two writes of a writer: the queue of texts, one at a time, keeps up with it. */
const PAUSE_MS = 150;

/** Somebody who has signed in. */
export class Person {
  readonly login: string;
  private readonly base: () => string;
  private token = '';

  constructor(base: () => string, login: string) {
    this.base = base;
    this.login = login;
  }

  get hasSignedIn(): boolean {
    return this.token !== '';
  }

  async signIn(): Promise<CallResult> {
    const answer = await this.call<{ accessToken: string }>('POST', 'login', {
      login: this.login,
      password: DEMO_PASSWORD,
    });
    this.token = answer.payload?.accessToken ?? '';
    return answer;
  }

  async raw(method: string, path: string, body?: BodyInit, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${this.base()}/api/${path}`, {
      method,
      headers: { ...(this.token ? { authorization: `Bearer ${this.token}` } : {}), ...headers },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
  }

  /** Error: that of the connection, when no answer comes. */
  async call<Payload>(method: string, path: string, body?: unknown): Promise<Answered<Payload>> {
    const begun = performance.now();
    const answer = await (body === undefined
      ? this.raw(method, path)
      : this.raw(method, path, JSON.stringify(body), { 'content-type': 'application/json' }));
    return resultOf<Payload>(answer, begun);
  }

  async upload(
    code: string,
    name: string,
    content: string | Uint8Array<ArrayBuffer>,
  ): Promise<Answered<{ id: number; revisionId: number }[]>> {
    const begun = performance.now();
    const form = new FormData();
    form.set('description', 'Опис');
    form.set('file', new Blob([content]), name);
    return resultOf(await this.raw('POST', `projects/${code}/documents`, form), begun);
  }
}

async function resultOf<Payload>(answer: Response, begun: number): Promise<Answered<Payload>> {
  const text = await answer.text();
  const { payload, status } = JSON.parse(text) as Envelope<Payload>;
  const wait = answer.headers.get('retry-after');
  return {
    status: answer.status,
    name: status.name,
    payload: payload ?? null,
    retryAfter: wait === null ? null : Number(wait),
    ms: performance.now() - begun,
  };
}

let projects = 0;

/** Makes a project and returns its code. */
export async function newProject(person: Person): Promise<string> {
  projects += 1;
  const code = `KVAR-${process.pid % 1000}-${projects}`;
  const made = await person.call('POST', 'projects', { code, type: 3, sector: 5, important: false });
  if (made.status !== 200) throw new Error(`No project: ${made.status} ${made.name}`);
  return code;
}

/** The id of the first form of a project. */
export async function firstForm(person: Person, code: string): Promise<number> {
  const phases = await person.call<{ forms: { id: number }[] }[]>('GET', `projects/${code}/phases`);
  const id = phases.payload?.[0]?.forms[0]?.id;
  if (id === undefined) throw new Error(`No form of ${code}: ${phases.name}`);
  return id;
}

/** Makes a project whose idea can be locked as it is, and returns its code and its form. */
async function filledProject(person: Person): Promise<{ code: string; form: number }> {
  const code = await newProject(person);
  const form = await firstForm(person, code);
  const values = structuredClone(IDEA_EXAMPLE);
  setPath(values, 'basic.proposer', { id: '10503', name: 'Министарство заштите животне средине' });
  for (const [path, name] of [
    ['financialInfo.letterOfIntent', 'pismo.txt'],
    ['legalAssessment', 'ocena.txt'],
  ] as const) {
    const sent = await person.upload(code, name, `садржај ${name}`);
    setPath(values, path, String(sent.payload?.[0]?.id));
  }
  const saved = await person.call('POST', 'projects/form-input', {
    projectCode: code,
    id: form,
    action: 1,
    json: JSON.stringify(values),
  });
  if (saved.status !== 200) throw new Error(`No idea: ${saved.status} ${saved.name}`);
  return { code, form };
}

/** Writers that go on until they are stopped, whatever happens, and note what was answered. */
export class Load {
  readonly writes: Write[] = [];
  readonly refusals: CallResult[] = [];
  /** Answers that nobody foresaw: neither done nor a refusal that says when to come again. */
  readonly odd: CallResult[] = [];
  /** The projects that are written to. */
  readonly codes: string[] = [];
  private stopped = false;
  private readonly running: Promise<void>[] = [];

  private constructor() {}

  /** Starts writers of these accounts, each with a project of its own. */
  static async start(people: readonly Person[], odd: (result: CallResult) => boolean = isOdd): Promise<Load> {
    const load = new Load();
    for (const person of people) {
      if (!person.hasSignedIn) await person.signIn();
      const code = await newProject(person);
      const form = await firstForm(person, code);
      load.codes.push(code);
      load.running.push(load.write(person, code, form, odd));
    }
    return load;
  }

  /** Adds somebody who sends a project again and again, and somebody who returns it. */
  async addSteps(sender: Person, returner: Person): Promise<void> {
    this.running.push(this.step(sender, returner, await filledProject(sender)));
  }

  count(outcome: Outcome): number {
    return this.writes.filter((write) => write.outcome === outcome).length;
  }

  /** Prints a summary for the person who runs the faults. */
  report(fault: string, more: string): void {
    const counts = (['acknowledged', 'refused', 'unknown'] as const).map(
      (outcome) => `${this.count(outcome)} ${outcome}`,
    );
    process.stdout.write(`${fault}: ${counts.join(', ')}; ${more}\n`);
  }

  /** Waits until so many more writes were acknowledged. */
  async more(writes: number): Promise<void> {
    const target = this.count('acknowledged') + writes;
    while (this.count('acknowledged') < target) await delay(PAUSE_MS);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.running);
  }

  private async step(sender: Person, returner: Person, { code, form }: { code: string; form: number }): Promise<void> {
    while (!this.stopped) {
      try {
        const project = await sender.call<{ phaseStatus: number }>('GET', `projects/${code}`);
        if (project.payload?.phaseStatus === PHASE_STATUS.entry) {
          await sender.call('POST', 'projects/form-input', { projectCode: code, id: form, action: 2 });
          await sender.call('PUT', `projects/${code}/actions`, { action: 1 });
        } else if (project.payload) {
          const write: Write = { kind: 'step', mark: randomUUID(), outcome: 'unknown' };
          this.writes.push(write);
          const answer = await returner.call('PUT', `projects/${code}/actions`, { action: 2, comment: write.mark });
          write.outcome = answer.status === 200 ? 'acknowledged' : 'refused';
        }
      } catch {
        // The connection was cut; the project says where it stands.
      }
      await delay(PAUSE_MS);
    }
  }

  private async write(person: Person, code: string, form: number, odd: (result: CallResult) => boolean): Promise<void> {
    for (let turn = 0; !this.stopped; turn += 1) {
      const kind = (['comment', 'save', 'upload', 'create'] as const)[turn % 4] ?? 'comment';
      const mark = kind === 'create' ? `NOV-${randomUUID().slice(0, 12)}` : randomUUID();
      const content = `садржај ${mark}`;
      const write: Write = {
        kind,
        mark: kind === 'upload' ? createHash('sha256').update(content).digest('hex') : mark,
        outcome: 'unknown',
      };
      this.writes.push(write);
      try {
        const answer =
          kind === 'comment'
            ? await person.call('POST', `projects/${code}/comments`, { text: mark })
            : kind === 'save'
              ? await person.call('POST', 'projects/form-input', {
                  projectCode: code,
                  id: form,
                  action: 1,
                  json: JSON.stringify({ description: { summary: mark } }),
                })
              : kind === 'upload'
                ? await person.upload(code, `${mark}.txt`, content)
                : await person.call('POST', 'projects', { code: mark, type: 3, sector: 5, important: false });
        write.outcome = answer.status === 200 ? 'acknowledged' : 'refused';
        if (answer.status !== 200) this.refusals.push(answer);
        if (answer.status !== 200 && odd(answer)) this.odd.push(answer);
      } catch {
        // The connection was cut: whether the write was done is not known.
        await delay(PAUSE_MS);
      }
      await delay(PAUSE_MS);
    }
  }
}

const UNAVAILABLE = 503;

const isOdd = ({ status, retryAfter }: CallResult) => status !== UNAVAILABLE || retryAfter === null;
