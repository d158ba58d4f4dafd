import { of } from './server-mutant.ts';

const AUDIT = ['modules/audit/audit', 'modules/audit/many-rows'];
const CHANGES = ['modules/audit/changes'];

/** The audit log, its signatures and its chain. */
export const AUDIT_LOG = [
  ...of(
    'platform/audit.ts',
    [...CHANGES, ...AUDIT],
    [
      ['if (!isTransaction(db)) return', 'if (isTransaction(db)) return'],
      ['user_id: origin.user?.id ?? null,', 'user_id: null,'],
      ['login: origin.user?.login ?? null,', 'login: null,'],
      ['organization_id: entry.organizationId ?? null,', 'organization_id: null,'],
      ['detail: JSON.stringify(entry.detail ?? {}),', "detail: '{}',"],
      ['request_id: origin.requestId ?? null,', 'request_id: null,'],
      ['address: origin.address ?? null,', 'address: null,'],
      ['await keepSignatures(db, written);', ''],
    ],
  ),
  ...of(
    'platform/audit.ts',
    ['modules/registry/import/import'],
    [
      ['await signRows(tx, ids);', ''],
      [
        'select ${origin.user?.id ?? null}, ${origin.user?.login ?? null}, ${entry.operation}',
        'select null::integer, null, ${entry.operation}',
      ],
    ],
  ),
  ...of('platform/audit-signature.ts', AUDIT, [
    ['signature?.length === right.length && timingSafeEqual(signature, right)', 'signature?.length === right.length'],
    ['signature?.length === right.length && timingSafeEqual(signature, right)', 'true'],
    [
      "update('audit-row')",
      "update('audit-head')",
      'The name only makes the key differ from others that follow from the same secret; any name signs and verifies.',
    ],
    ['if (rows.length === 0) return;', 'if (rows.length > 0) return;'],
    [
      "if (!own) throw new Error('Nobody has said what the rows of the audit log are signed with.');",
      "if (own) throw new Error('');",
    ],
  ]),
  ...of(
    'platform/audit-signature.ts',
    ['modules/audit/many-rows'],
    [
      ['from < ids.length; from += SIGNED_AT_ONCE', 'from < 1; from += SIGNED_AT_ONCE'],
      ['ids.slice(from, from + SIGNED_AT_ONCE)', 'ids.slice(from, SIGNED_AT_ONCE)'],
    ],
  ),
  ...of('modules/audit/chain.ts', AUDIT, [
    ['JSON.stringify([at, seal, hash, unsigned])', 'JSON.stringify([at, hash, unsigned])'],
    ['while ((await sealRows(context.db, SEALED_AT_ONCE)) === SEALED_AT_ONCE);', ''],
    ['=== SEALED_AT_ONCE);', '> 0);', 'It asks once more, and nothing is left to seal.'],
    ['if (!last) return;', 'if (last) return;'],
    ["if (error.code === 'ENOENT') return [];", ''],
    ["one.endsWith('.jsonl')", 'true'],
    ["if (line === '') continue;", ''],
    ['if (head && isSigned(config, head)) heads.push(head);', 'if (head) heads.push(head);'],
    ['return null;\n  }\n}\n\nfunction isSigned', 'throw new Error();\n  }\n}\n\nfunction isSigned'],
    ['given.length === right.length && timingSafeEqual(given, right)', 'given.length === right.length'],
    ['given.length === right.length && timingSafeEqual(given, right)', 'timingSafeEqual(given, right)'],
    ['if (forged[0] !== undefined) return broken(', 'if (forged[1] !== undefined) return broken('],
    ['if (seal !== String(report.seals)) return', 'if (false) return'],
    ['if (text === null) return broken(`row ${auditId} (seal ${seal}) is missing`);', 'if (text === null) continue;'],
    ['if (!made.equals(hash)) return', 'if (false) return'],
    ["createHash('sha256').update(before).update(text", "createHash('sha256').update(text"],
    ['signature === null && report.unsigned === report.seals - 1', 'signature === null'],
    ['else if (!isWritten(text, signature)) return', 'else if (false) return'],
    ["if (head.hash !== hash.toString('hex'))", 'if (false)'],
    ['if (head.unsigned !== report.unsigned) return', 'if (false) return'],
    ['expected.delete(seal);', ''],
    ['if (lost) return broken(', 'if (false) return broken('],
    ['if (unwritten) return broken(`row ${unwritten.id} was', 'if (false) return broken(`row ${unwritten?.id} was'],
    ['return stray === undefined ? report : broken(', 'return true ? report : broken('],
    ['report.waiting = waiting.length;', ''],
  ]),
  ...of('modules/audit/queries.ts', AUDIT, [
    ['totalIsAtLeast: total > COUNTED_ROWS', 'totalIsAtLeast: total >= 0'],
    ['.where(sql<boolean>`log.id > ${after}`)', '.where(sql<boolean>`log.id >= ${after}`)'],
    ["descending: true, tieBreaker: 'log.id'", "descending: false, tieBreaker: 'log.id'"],
    ['where chain.seal > ${after}', 'where chain.seal > ${after} + 1'],
    ["orderBy('audit_chain.seal', 'desc')", "orderBy('audit_chain.seal', 'asc')"],
    ['and not exists (select 1 from audit_unsealed where audit_id = log.id)', ''],
    ['where not exists (select 1 from audit_chain where audit_id = log.id)\n      and', 'where'],
    ['(chain.seal - 1)::float8', 'chain.seal::float8'],
    ['rows[0]?.before ?? Number(seal)', 'rows[0]?.before ?? 0'],
  ]),
  ...of('migrations/functions/seal_audit.sql', AUDIT, [
    ['order by audit_id limit most', 'order by audit_id desc limit most'],
    ['delete from audit_unsealed where audit_id = entry.id;', ''],
    ['sha256(last_hash || convert_to', 'sha256(convert_to'],
    ['return sealed;', 'return 0;'],
    ['if not pg_try_advisory_xact_lock(727364) then', 'if false then'],
  ]),
  ...of('migrations/functions/audit_text.sql', AUDIT, [['entry.user_id, entry.login,', 'entry.user_id,']]),
];
