/** The progress of a demo project: the last state of the workflow that it reaches. */
export type Target =
  | 'idea:new'
  | 'idea:1'
  | 'idea:locked'
  | 'idea:2'
  | 'idea:returned'
  | 'idea:19'
  | 'idea:20'
  | 'idea:21'
  | 'idea:22'
  | 'idea:23'
  | 'idea:24'
  | 'idea:3'
  | 'idea:25'
  | 'idea:14'
  | 'idea:6'
  | 'idea:8'
  | 'idea:9'
  | 'idea:18'
  | 'identification:1'
  | 'identification:2'
  | 'identification:3'
  | 'identification:25'
  | 'identification:15'
  | 'identification:6'
  | 'identification:8'
  | 'identification:18'
  | 'preparedness:1'
  | 'preparedness:2'
  | 'preparedness:3'
  | 'preparedness:16'
  | 'preparedness:6'
  | 'preparedness:18'
  | 'important:1'
  | 'important:2'
  | 'important:3'
  | 'important:17'
  | 'finished'
  | 'archived';

/** The place of a target's phase in the order in which the demo data is made. */
export const RANK: Readonly<Record<string, number>> = {
  idea: 0,
  identification: 1,
  preparedness: 2,
  important: 9,
  finished: 8,
  archived: 8,
};

export function parts(target: Target): { phase: string; status: string; rank: number } {
  const [phase = '', status = ''] = target.split(':');
  return { phase, status, rank: RANK[phase] ?? 0 };
}
