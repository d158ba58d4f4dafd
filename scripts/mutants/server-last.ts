import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const startsServer = ({ moduleId }: TestSpecification) => readFileSync(moduleId, 'utf8').includes('useServer(');

/**
 * Tests that start a server take several times as long as others, which find most mutants; the run of a mutant ends
 * with the first test that fails.
 */
export default class ServerLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => Number(startsServer(one)) - Number(startsServer(other)));
  }
}
