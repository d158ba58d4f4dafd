import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Organization, OrganizationRow } from '@pimis/contract/organizations';
import { REGISTRATION } from '../../testing/registration.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();

const read = (by: string, id: string) => server.call<Organization>(by, 'GET', `security/organizations/${id}`);
const update = (by: string, id: string, change: object) =>
  server.call(by, 'PUT', `security/organizations/${id}`, {
    nameShort: 'ППП',
    supportEmails: [],
    supportPhoneNumbers: [],
    ...change,
  });

describe('the numbers of the ministry', () => {
  const numbers = { companyNumber: '17862146', taxIdNumber: '108213413' };

  it('are entered by users who decide on organizations, logged, and checked', async () => {
    expect((await read('admin', '00000')).payload?.actions).toContain('editNumbers');
    expect((await read('admin', '50112')).payload?.actions).not.toContain('editNumbers');
    const named = { nameShort: 'МФИН' };
    expect((await update('admin', '00000', { ...named, numbers })).httpStatus).toBe(200);
    expect((await read('admin', '00000')).payload).toMatchObject(numbers);
    const { detail } = await server.context.db
      .selectFrom('audit_log')
      .select('detail')
      .where('operation', '=', 'organization.update')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(detail).toMatchObject({ before: { companyNumber: '39197723' }, after: numbers });
    // Missing fields stay.
    expect((await update('admin', '00000', named)).httpStatus).toBe(200);
    expect((await read('admin', '00000')).payload).toMatchObject(numbers);
    for (const wrong of [{ companyNumber: '1786214' }, { taxIdNumber: '10821341X' }]) {
      const refused = await update('admin', '00000', { ...named, numbers: { ...numbers, ...wrong } });
      expect([refused.httpStatus, refused.status.name]).toEqual([422, 'ValidationError']);
    }
  });

  it('cannot be those of another organization, nor entered by other users', async () => {
    for (const [by, id] of [
      ['admin', '50112'],
      ['local.admin', '50112'],
    ] as const) {
      const refused = await update(by, id, { numbers });
      expect([refused.httpStatus, refused.status.name]).toEqual([403, 'InvalidOrganizationPermission']);
    }
    expect((await update('reviewer', '00000', { numbers })).httpStatus).toBeGreaterThanOrEqual(400);
  });
});

describe('organizations', () => {
  it('are all listed to the administration; other users see only their own', async () => {
    expect((await server.call(null, 'POST', 'security/organizations', REGISTRATION)).httpStatus).toBe(200);
    const list = await server.call<OrganizationRow[]>(
      'operator',
      'GET',
      'security/organizations?filter[status]=1&filter[search]=ljubica%20djuric',
    );
    expect(list.payload).toMatchObject([{ id: REGISTRATION.id, adminName: 'Љубица Ђурић', status: 1 }]);
    const own = await server.call<OrganizationRow[]>('local.admin', 'GET', 'security/organizations');
    expect(own.payload?.map(({ id }) => id)).toEqual(['50112']);
    expect((await server.call('local.user', 'GET', 'security/organizations')).httpStatus).toBe(403);
    expect((await read('local.admin', REGISTRATION.id)).httpStatus).toBe(404);
  });

  it('show their administrator only to users who manage organizations', async () => {
    await sql`update organizations set admin_name = 'Мила Мирић', admin_identity_number = '987654321',
      admin_email = 'mila@example.rs', admin_phone_number = '011 1', resolved_comment = 'Уредно'
      where id = '50112'`.execute(server.context.db);
    expect((await read('operator', '50112')).payload?.adminIdentityNumber).toBe('987654321');
    const plain = await read('local.user', '50112');
    expect(JSON.stringify(plain.payload)).not.toMatch(/Мила|987654321|mila@|011 1|Уредно/);
    expect(plain.payload).toMatchObject({ id: '50112', adminIdentityNumber: null, actions: [] });
    const paper = await server.call('local.user', 'GET', 'security/organizations/50112/documents/1');
    expect(paper.status.name).toBe('InvalidOrganizationPermission');
  });

  it('change short name and contacts within limits; short names are unique, ignoring case', async () => {
    const change = { nameShort: 'ГУПР', supportEmails: ['a@b.rs', 'c@d.rs'], supportPhoneNumbers: ['+381(27)324-330'] };
    expect((await update('operator', '50112', change)).payload).toEqual(change);
    expect((await read('local.user', '50112')).payload).toMatchObject(change);
    expect((await update('operator', '50101', { nameShort: 'гупр' })).status.name).toBe(
      'TranOrganizationNameShortExists',
    );
    for (const [wrong, code] of [
      [{ nameShort: ' ' }, 'ValidationError'],
      [{ nameShort: 'ДваИЈош1' }, 'ValidationError'],
      [{ nameShort: 'ПредугачкоИме' }, 'ValidationError'],
      [{ supportEmails: ['није адреса'] }, 'ValidationError'],
      [{ supportEmails: Array(4).fill('a@b.rs') }, 'ExceededSupportEmailsLimit'],
      [{ supportPhoneNumbers: Array(4).fill('034306000') }, 'ExceededSupportPhoneNumbersLimit'],
    ] as const) {
      expect((await update('operator', '50112', wrong)).status.name, JSON.stringify(wrong)).toBe(code);
    }
    expect((await update('local.admin', '50112', {})).status.name).toBe('InvalidOrganizationPermission');
  });

  it('can be sent back as read; a changed field that the call cannot change is refused by name', async () => {
    const whole = (await read('operator', '50112')).payload;
    expect((await update('operator', '50112', { ...whole, nameShort: 'ЦЕЛА' })).httpStatus).toBe(200);
    const now = (await read('operator', '50112')).payload;
    for (const [field, value] of Object.entries({ name: 'Други назив', status: 3, companyNumber: '12345678' })) {
      const answer = await update('operator', '50112', { ...now, [field]: value });
      expect(answer.fieldErrors, field).toEqual([{ field, code: 'ReadOnlyField' }]);
    }
  });

  it('are not overwritten if somebody else has changed them since they were read', async () => {
    const revisionNow = async () => (await read('operator', '50112')).payload?.revision;
    const revision = await revisionNow();
    expect((await update('operator', '50112', { nameShort: 'ПРВИ', revision })).httpStatus).toBe(200);
    const late = await update('operator', '50112', { nameShort: 'ДРУГИ', revision });
    expect([late.httpStatus, late.status.name]).toEqual([409, 'RecordConflict']);
    expect((await read('operator', '50112')).payload?.nameShort).toBe('ПРВИ');
    expect((await update('operator', '50112', { nameShort: 'ДРУГИ', revision: await revisionNow() })).httpStatus).toBe(
      200,
    );
  });
});
