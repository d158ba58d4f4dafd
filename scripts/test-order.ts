import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Short files with long tests; started last, they would run alone at the end. */
const LONG = [
  'process.test.ts',
  'workflow/life.test.ts',
  'exit-with-parent.test.ts',
  'project-list/pages.test.ts',
  'pdf/render.unit.test.ts',
];

const rank = ({ moduleId }: TestSpecification) => {
  const at = LONG.findIndex((end) => moduleId.endsWith(end));
  return at === -1 ? LONG.length : at;
};

/** Starts the longest tests first, so that no worker is idle at the end. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}
