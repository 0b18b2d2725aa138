import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { mutated } from './world'

/** In the order in which the subject names them: quick ones kill for little. */
class InOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => mutated.tests.findIndex(test => moduleId.endsWith(test))
    return files.toSorted((a, b) => place(a) - place(b))
  }
}

export default defineConfig({
  plugins: [
    {
      name: 'mutants',
      enforce: 'pre',
      load: id => (id in mutated.files ? readFileSync(mutated.files[id] as string, 'utf8') : undefined),
    },
  ],
  test: {
    environment: 'node',
    include: [...mutated.tests],
    setupFiles: ['tests/mutants/setup.ts'],
    runner: 'tests/mutants/MutantRunner.ts',
    sequence: { sequencer: InOrder },
    isolate: false,
    maxWorkers: 1,
    testTimeout: 60_000,
  },
})
