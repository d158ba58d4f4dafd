import { describe, expect, it } from 'vitest';
import { PROJECT_STATUS } from '../constants.ts';
import { PHASE_STATUS } from '../workflow/statuses.ts';
import { statusChangeOf } from './status-changes.ts';

const { pending, finished, archived } = PROJECT_STATUS;
const project = { status: pending, phaseStatus: PHASE_STATUS.entry, isMerged: false };

describe('the status of a project', () => {
  it.each([
    [pending, { key: 'finish', from: pending, to: finished, needsComment: true }],
    [finished, { key: 'archive', from: finished, to: archived, needsComment: false }],
    [archived, { key: 'unarchive', from: archived, to: finished, needsComment: false }],
  ])('%s is changed by an administrator', (status, expected) => {
    expect(statusChangeOf({ ...project, status })).toEqual(expected);
  });

  it('is the commission’s to change while it decides, and not after', () => {
    const phaseStatus = PHASE_STATUS.waitingCommission;
    expect(statusChangeOf({ ...project, phaseStatus })).toBeNull();
    expect(statusChangeOf({ ...project, phaseStatus, status: finished })).toMatchObject({ key: 'archive' });
  });

  it.each([pending, finished, archived])('%s of a merged project stays', (status) => {
    expect(statusChangeOf({ ...project, status, isMerged: true })).toBeNull();
  });
});
