import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { someone } from '../../test/workflow.ts';
import type { Claim } from '../access/claims.ts';
import type { PolicyUser } from '../access/policies.ts';
import { signedText, WEBHOOK_KIND_NAMES, webhookBody, type WebhookEvent } from './kinds.ts';
import { afterAttempt, outcomeOfStatus, WEBHOOK_ANSWER_BYTES, WEBHOOK_PAUSES, webhookPause } from './retries.ts';
import { webhookPlaceRefusal, webhookState } from './rights.ts';

const PUBLIC_URL = 'https://pimis.example.rs';
const event = (more: Partial<WebhookEvent> = {}): WebhookEvent => ({
  id: '0b7b7b0e-8d3b-4c65-9a0e-3b8a53b0a111',
  kind: 'step',
  at: '2026-11-29T10:00:00.000Z',
  project: { code: 'UE-1', number: '2026-50112-0001' },
  data: { step: 'send', activity: 12, phase: 0, previousStatus: 1, status: 2, projectStatus: 1 },
  ...more,
});
const read = (more: Partial<WebhookEvent> = {}) =>
  JSON.parse(webhookBody(event(more), PUBLIC_URL)) as Record<string, unknown> & { data: Record<string, unknown> };

describe('the body of a delivery', () => {
  it('is an event of CloudEvents 1.0 with codes, numbers and addresses', () => {
    expect(read()).toEqual({
      specversion: '1.0',
      id: '0b7b7b0e-8d3b-4c65-9a0e-3b8a53b0a111',
      source: PUBLIC_URL,
      type: 'rs.pimis.project.step',
      subject: 'UE-1',
      time: '2026-11-29T10:00:00.000Z',
      datacontenttype: 'application/json',
      data: {
        project: 'UE-1',
        number: '2026-50112-0001',
        step: 'send',
        activity: 12,
        phase: 0,
        previousStatus: 1,
        status: 2,
        projectStatus: 1,
        address: `${PUBLIC_URL}/api/projects/UE-1/activities`,
        projectAddress: `${PUBLIC_URL}/api/projects/UE-1`,
      },
    });
  });

  it.each([
    ['form.approved', { form: 7, formCode: 'P1', revision: 3, phase: 2 }, '/forms/7'],
    ['document.added', { document: 9, revision: 2 }, '/documents/9/revisions'],
    ['publication.changed', { public: false }, ''],
  ] as const)('of %s has its own data and address', (kind, data, path) => {
    const body = read({ kind, data });
    expect(body.type).toBe(`rs.pimis.project.${kind}`);
    expect(body.data).toMatchObject({ ...data, address: `${PUBLIC_URL}/api/projects/UE-1${path}` });
  });

  it('contains nothing that its kind does not name', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...WEBHOOK_KIND_NAMES),
        fc.dictionary(fc.constantFrom('name', 'comment', 'amount', 'userName', 'title'), fc.string()),
        (kind, more) => {
          const told = Object.keys(read({ kind, data: more }).data);
          expect(told.toSorted()).toEqual(['address', 'number', 'project', 'projectAddress']);
        },
      ),
    );
  });

  it('of a test has no project', () => {
    const body = read({ kind: 'test', project: null, data: {} });
    expect([body.type, body.subject, body.data]).toEqual(['rs.pimis.webhook.test', undefined, {}]);
    expect(read({ kind: 'test' })).toEqual(body);
    expect(read({ project: null })).toEqual(body);
  });

  it('is signed with its number and time', () => {
    expect(signedText('a', 5, '{}')).toBe('a.5.{}');
  });
});

describe('attempts', () => {
  it('read 64 KiB of an answer', () => {
    expect(WEBHOOK_ANSWER_BYTES).toBe(65_536);
  });

  it('have growing pauses of three days in all', () => {
    expect(WEBHOOK_PAUSES).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]);
    expect([1, 2, 9, 10].map(webhookPause)).toEqual([5, 300, 86_400, null]);
  });

  it.each([
    ['delivered', 1, false, { kind: 'delivered' }],
    ['delivered', 10, true, { kind: 'delivered' }],
    ['status', 1, false, { kind: 'again', seconds: 5 }],
    ['timeout', 9, false, { kind: 'again', seconds: 86_400 }],
    ['redirect', 10, false, { kind: 'off' }],
    ['gone', 1, false, { kind: 'off' }],
    ['gone', 1, true, { kind: 'failed' }],
    ['status', 1, true, { kind: 'failed' }],
    ['refused', 10, true, { kind: 'failed' }],
  ] as const)('that came to %s as number %i (by hand: %s) are followed by %o', (outcome, attempts, once, after) => {
    expect(afterAttempt(outcome, attempts, { once, accepted: false })).toEqual(after);
  });

  it('of a receiver that has accepted others since switch nothing off but by its own wish', () => {
    const accepted = { once: false, accepted: true };
    expect(afterAttempt('status', 10, accepted)).toEqual({ kind: 'failed' });
    expect(afterAttempt('status', 9, accepted)).toEqual({ kind: 'again', seconds: 86_400 });
    expect(afterAttempt('gone', 1, accepted)).toEqual({ kind: 'off' });
  });

  it.each([
    [199, 'status'],
    [200, 'delivered'],
    [299, 'delivered'],
    [300, 'redirect'],
    [302, 'redirect'],
    [399, 'redirect'],
    [400, 'status'],
    [410, 'gone'],
    [500, 'status'],
  ] as const)('answered with %i came to %s', (httpStatus, outcome) => {
    expect(outcomeOfStatus(httpStatus)).toBe(outcome);
  });
});

describe('a webhook', () => {
  const maker = (organizationId: string, ...claims: Claim[]): PolicyUser => ({
    id: 1,
    organizationId,
    claims: new Set(claims),
  });

  it('is made in the own organization by somebody who sees projects; one of all bodies by an administrator of the ministry', () => {
    for (const [who, organizationId, refusal] of [
      [maker('50112', 'Client_Administrate', 'Project_View'), '50112', null],
      [maker('50112', 'Client_Administrate'), '50112', 'InvalidUserPermission'],
      [maker('50112', 'Client_View', 'Project_View'), '50112', 'InvalidUserPermission'],
      [maker('50112', 'Client_Administrate', 'Project_View'), '50101', 'InvalidUserPermission'],
      [maker('10513', 'Client_Administrate', 'Project_View'), '10513', 'WebhookOfAllBodies'],
      [maker('00000', 'Client_Administrate', 'Project_View'), '00000', 'WebhookOfAllBodies'],
      [someone('Administrator', '00000'), '00000', null],
      [someone('Administrator', '00000'), '50101', null],
    ] as const) {
      expect(webhookPlaceRefusal(who, organizationId), organizationId).toBe(refusal);
    }
  });

  it('is on, failing or off', () => {
    expect(webhookState({ enabled: true, failing: false })).toBe('on');
    expect(webhookState({ enabled: true, failing: true })).toBe('failing');
    expect(webhookState({ enabled: false, failing: true })).toBe('off');
  });
});
