import { ProjectDriver } from './project-workflow-driver.ts';
import type { TestServer } from './server.ts';

/** A board report as a file: its path below the reports, with the query. */
export async function fetchReport(server: TestServer, login: string, address: string) {
  const answer = await server.get(login, `reporting/board-reports/${address}`);
  return {
    httpStatus: answer.statusCode,
    type: String(answer.headers['content-type']),
    name: String(answer.headers['content-disposition']),
    bytes: answer.rawPayload,
    body: answer.body,
  };
}

/** A project begun on 2 March 2026 whose idea the commission accepted on the 10th, which is the present day. */
export async function acceptedIdea(server: TestServer): Promise<ProjectDriver> {
  server.setNow(new Date('2026-03-02T09:00:00Z'));
  const accepted = await ProjectDriver.start(server);
  await accepted.fill();
  await accepted.approveIdea();
  server.setNow(new Date('2026-03-10T09:00:00Z'));
  await accepted.commission(3, 1);
  return accepted;
}
