import { createServer, type Server } from 'node:http';
import pg from 'pg';

const COLUMNS = `p.id, p.code::text, p.number, p.name, p.organization_id, o.name as owner, q.name as proposer,
  p.created_at, p.last_changed_at, p.important, p.is_merged, p.foreign_funds, p.phase, p.phase_status, p.status,
  p.ministry_commented, p.commission_approved, p.total_value, p.type, p.sector, p.last_reporting, f.id as phase_id,
  f.commission_count`;
const BESIDE = `join organizations o on o.id = p.organization_id
  join organizations q on q.id = p.proposer_organization_id
  join project_phases f on f.project_id = p.id and f.phase = p.phase`;
const OWN = `(p.organization_id = $1 or p.proposer_organization_id = $1 or exists (
  select 1 from project_organizations x where x.project_id = p.id and x.organization_id = $1))`;
const ORDERS: Readonly<Record<string, string>> = {
  changed: 'p.last_changed_at desc, p.id desc',
  value: 'p.total_value desc, p.id desc',
};

/**
 * A minimal server for the first page of the project table: node:http and pg with hand-written SQL; the user (by login,
 * without a signature), the page and its count. No input checks, log, audit or compression.
 */
export async function startBare(url: string): Promise<{ server: Server; stop(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: url, max: 20 });
  // An idle connection that the database closes, as at the end of the bench, is ignored; the next query opens another.
  pool.on('error', () => undefined);
  const pageOf = async (parameters: URLSearchParams) => {
    const user = await pool.query<{ organization: string; claims: string[] }>(
      `select organization_id as organization, array(select claim from role_claims where role_id = users.role_id) as claims
       from users where login = $1 and status = 1`,
      [parameters.get('login')],
    );
    const [row] = user.rows;
    if (!row) throw new Error('Nobody');
    const all = row.claims.some((claim) => ['Admin', 'Mei'].includes(claim)) || row.organization === '00000';
    const condition = all ? 'true' : OWN;
    const given = all ? [] : [row.organization];
    const total = await pool.query(`select count(*) from projects p where p.status = 0 and ${condition}`, given);
    const rows = await pool.query(
      `select ${COLUMNS} from projects p ${BESIDE} where p.status = 0 and ${condition}
       order by ${ORDERS[parameters.get('order') ?? ''] ?? ORDERS.changed} limit 25`,
      given,
    );
    return JSON.stringify({ total: total.rows, rows: rows.rows });
  };
  const server = createServer((request, response) => {
    pageOf(new URL(request.url ?? '/', 'http://bare').searchParams).then(
      (text) => response.setHeader('content-type', 'application/json').end(text),
      (error: unknown) => {
        response.statusCode = 500;
        response.end(String(error));
      },
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    server,
    stop: async () => {
      await new Promise((closed) => server.close(closed));
      await pool.end();
    },
  };
}
