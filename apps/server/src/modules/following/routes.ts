import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { type Following } from '@pimis/contract/daily';
import { type AuditOrigin, audit, originOf } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/current-user.ts';
import type { Database, Tx } from '../../platform/database.ts';
import { ok } from '../../platform/envelope.ts';
import { userRoute } from '../../platform/http.ts';
import { findProject } from '../projects/visibility.ts';

async function following(db: Database | Tx, user: CurrentUser, projectId: number): Promise<Following> {
  return db
    .selectFrom('project_followers')
    .select([
      sql<boolean>`coalesce(bool_or(user_id = ${user.id}), false)`.as('followed'),
      sql<number>`count(*)::integer`.as('followers'),
    ])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
}

/** Whoever sees a project may follow it; losing sight of it stops its notifications without a word. */
async function follow(
  context: Context,
  user: CurrentUser,
  code: string,
  wanted: boolean,
  origin: AuditOrigin,
): Promise<Following> {
  return context.db.transaction().execute(async (tx) => {
    const project = await findProject(tx, user, code);
    const key = { project_id: project.id, user_id: user.id };
    const changed = wanted
      ? await tx
          .insertInto('project_followers')
          .values({ ...key, created_at: context.now() })
          .onConflict((conflict) => conflict.doNothing())
          .returning('user_id')
          .executeTakeFirst()
      : await tx
          .deleteFrom('project_followers')
          .where('project_id', '=', project.id)
          .where('user_id', '=', user.id)
          .returning('user_id')
          .executeTakeFirst();
    if (changed) {
      await audit(tx, origin, {
        operation: wanted ? 'project.follow' : 'project.unfollow',
        subjectType: 'project',
        subjectId: project.id,
        organizationId: project.organizationId,
        detail: { code: project.code },
      });
    }
    return following(tx, user, project.id);
  });
}

/** Following a project. */
export function followingRoutes(app: FastifyInstance, context: Context): void {
  const shape = { operation: 'project.follow', tag: 'projects' } as const;
  userRoute(
    app,
    'GET /projects/:projectCode/follow',
    { ...shape, summary: 'Do I follow the project?' },
    async ({ user, params }) => {
      const project = await findProject(context.db, user, params.projectCode);
      return ok(await following(context.db, user, project.id));
    },
  );
  for (const [name, summary, wanted] of [
    ['PUT /projects/:projectCode/follow', 'Follow the project', true],
    ['DELETE /projects/:projectCode/follow', 'Follow it no longer', false],
  ] as const) {
    userRoute(app, name, { ...shape, summary }, async ({ user, params, request }) =>
      ok(await follow(context, user, params.projectCode, wanted, originOf(request))),
    );
  }
}
