import { describe, expect, it } from 'vitest';
import { ADMINISTRATION_ORGANIZATION } from '../constants.ts';
import { STATUSES } from './statuses.ts';
import { everyone, OWNER, PROPOSER } from './testing.ts';
import { usersWaitedFor, waitingFor } from './turns.ts';

const PHASES = Array.from({ length: 14 }, (_, phase) => phase);

describe('whom a state waits for', () => {
  it('is the same seen from the user ("My tasks") and from the project (notifications)', () => {
    let found = 0;
    for (const { name, user } of everyone()) {
      const states = waitingFor(user);
      for (const phase of PHASES) {
        for (const { id: status } of STATUSES) {
          for (const foreignFunds of [false, true]) {
            for (const sentBy of [null, user.id]) {
              const fromUser = states.some(
                (state) =>
                  state.phase === phase &&
                  state.status === status &&
                  (state.side === 'any' ||
                    (state.side === 'own' ? user.organizationId === OWNER : user.organizationId === PROPOSER)) &&
                  (state.foreignFunds ?? foreignFunds) === foreignFunds &&
                  !(state.notSender && sentBy === user.id),
              );
              const home = { own: OWNER, proposer: PROPOSER, administration: ADMINISTRATION_ORGANIZATION };
              const fromProject = usersWaitedFor(phase, status, foreignFunds).some((users) =>
                user.claims.has('Admin')
                  ? users.admins
                  : user.claims.has(users.claim) &&
                    (users.side === 'any' || user.organizationId === home[users.side]) &&
                    !(users.notSender && sentBy === user.id),
              );
              expect(fromProject, `${name} at ${phase}/${status}`).toBe(fromUser);
              if (fromUser) found += 1;
            }
          }
        }
      }
    }
    expect(found).toBeGreaterThan(100);
  });
});
