import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { someone } from '../../test/workflow.ts';
import { CLAIMS, type Claim } from './claims.ts';
import {
  CLIENT_CLAIMS,
  CLIENT_PERMISSIONS,
  clientChangeRefusal,
  clientClaimRefusal,
  clientPlaceRefusal,
  clientState,
  grantedClaims,
  opensToClients,
  presentClaims,
} from './clients.ts';
import { can, PERMISSIONS, type PolicyUser } from './policies.ts';

const ALL_CLAIMS = Object.keys(CLAIMS) as Claim[];
const maker = (organizationId: string, ...claims: Claim[]): PolicyUser => ({
  id: 1,
  organizationId,
  claims: new Set(claims),
});
const someClaims = fc.subarray(ALL_CLAIMS);
const clientClaims = fc.subarray([...CLIENT_CLAIMS]);

describe('claims of clients', () => {
  it('decide nothing, and change no user, role, client or setting', () => {
    for (const claim of [
      'Admin',
      'Minister',
      'Mei',
      'Project_ListManage',
      'Form_ApprovalResolve',
      'Form_ConfirmationResolve',
      'Project_Idea_Approval',
      'Project_Idea_Minister_Approval',
      'Project_Idea_Verification',
      'Project_Send_Ministry',
      'Project_Evaluate',
      'User_Manage',
      'User_UpdateAll',
      'Role_Manage',
      'Organization_Manage',
      'Client_Administrate',
      'Client_View',
      'Ceiling_Manage',
      'Scenario_Manage',
    ] as const) {
      expect(clientClaimRefusal(someone('Administrator', '00000'), claim), claim).toBe('ClaimNotForClients');
    }
  });

  it('are never more than those of the maker', () => {
    fc.assert(
      fc.property(someClaims, fc.constantFrom(...ALL_CLAIMS), (held, claim) => {
        if (clientClaimRefusal(maker('50112', ...held), claim) !== null) return;
        expect(held.includes('Admin') || held.includes(claim)).toBe(true);
        expect(CLIENT_CLAIMS).toContain(claim);
      }),
    );
    expect(clientClaimRefusal(maker('50112', 'Client_Administrate'), 'Project_View')).toBe('ClaimNotHeld');
    expect(clientClaimRefusal(maker('50112', 'Project_View'), 'Project_View')).toBeNull();
    expect(clientClaimRefusal(someone('Administrator', '00000'), 'Project_Manage')).toBeNull();
  });

  it('give permissions only that calls of clients need; nobody’s own pages, people and administration are among them', () => {
    const closed = PERMISSIONS.filter((permission) => !opensToClients(permission));
    for (const permission of [
      'user.view',
      'user.manage',
      'role.manage',
      'client.view',
      'client.administrate',
      'audit.read',
      'system.watch',
      'notice.manage',
      'list.manage',
      'form.mark',
      'form.evaluator',
      'project.merge',
      'project.comment',
      'notification.read',
      'dashboard.read',
    ] as const) {
      expect(closed, permission).toContain(permission);
    }
    const everything = maker('50112', ...CLIENT_CLAIMS);
    for (const permission of CLIENT_PERMISSIONS) expect(can(everything, permission), permission).toBe(true);
  });
});

describe('the maker of a client', () => {
  it('has clients in the own organization; an administrator in any', () => {
    const own = maker('50112', 'Client_Administrate');
    expect(clientPlaceRefusal(own, '50112')).toBeNull();
    expect(clientPlaceRefusal(own, '50101')).toBe('InvalidUserPermission');
    expect(clientPlaceRefusal(maker('50112', 'Client_View'), '50112')).toBe('InvalidUserPermission');
    expect(clientPlaceRefusal(someone('Administrator', '00000'), '50101')).toBeNull();
  });

  it.each(['00000', '10513'])('of all bodies (%s) is an administrator of the ministry', (central) => {
    expect(clientPlaceRefusal(someone('Administrator', '00000'), central)).toBeNull();
    expect(clientPlaceRefusal(maker(central, 'Client_Administrate', 'Project_View'), central)).toBe(
      'ClientOfAllBodies',
    );
    expect(clientPlaceRefusal(maker('50112', 'Admin'), central)).toBe('ClientOfAllBodies');
  });

  it('gives no secret to a client with more claims', () => {
    const client = { organizationId: '50112', claims: ['Project_View', 'Project_Manage'] as const };
    expect(clientChangeRefusal(maker('50112', 'Client_Administrate', 'Project_View'), client)).toBe(
      'InvalidUserPermission',
    );
    expect(
      clientChangeRefusal(maker('50112', 'Client_Administrate', 'Project_View', 'Project_Manage'), client),
    ).toBeNull();
  });
});

describe('the claims of a token', () => {
  it('are those that the scope names, never others than the client has', () => {
    fc.assert(
      fc.property(clientClaims, fc.option(someClaims, { nil: undefined }), (held, asked) => {
        const granted = grantedClaims(asked?.join(' '), held);
        if (asked === undefined) expect(granted).toEqual(held);
        else if (asked.length > 0 && asked.every((claim) => held.includes(claim))) {
          expect(new Set(granted)).toEqual(new Set(asked));
        } else expect(granted).toBeNull();
      }),
    );
  });

  it.each([
    '',
    ' ',
    'Project_View ',
    'Project_View  Form_Manage',
    'project_view',
    'Admin',
    'Project_View\nForm_Manage',
  ])('refuse the scope „%s“', (scope) => {
    expect(grantedClaims(scope, ['Project_View', 'Form_Manage'])).toBeNull();
  });

  it('follow those of the client until it expires', () => {
    expect(presentClaims(['Project_View', 'Form_Manage'], ['Project_View', 'DMS_Manage'])).toEqual(['Project_View']);
    expect(presentClaims(['Admin'], ['Admin'])).toEqual([]);
  });
});

describe('the state of a client', () => {
  it.each([
    ['2026-03-01', false, 'active'],
    ['2026-02-15', false, 'expiring'],
    ['2026-02-16', false, 'active'],
    ['2026-02-01', false, 'expiring'],
    ['2026-01-31', false, 'expired'],
    ['2026-03-01', true, 'revoked'],
    ['2026-01-31', true, 'revoked'],
  ] as const)('until %s (revoked: %s) is %s', (expiresOn, revoked, state) => {
    expect(clientState({ expiresOn, revoked }, '2026-02-01')).toBe(state);
  });
});
