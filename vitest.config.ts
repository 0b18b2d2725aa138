import react from '@vitejs/plugin-react'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

const moduleConditions = ['module-sync', 'node', 'development']

/** They put modules in place of real ones, and load all of theirs. The others share what one of them has loaded. */
const replacing = {
  api: ['tests/api/auth/signIn.test.ts'],
  ui: ['tests/ui/features/auditLog.test.tsx', 'tests/ui/features/availabilityActions.test.tsx'],
}

type Options = TestProjectInlineConfiguration['test']

const api = (name: string, options: Options): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, environment: 'node', testTimeout: 60_000, hookTimeout: 60_000, ...options },
})

const ui = (name: string, options: Options): TestProjectInlineConfiguration => ({
  extends: true,
  // Or react-router comes twice: to react-admin as CommonJS, to us as modules.
  resolve: { conditions: moduleConditions },
  ssr: { resolve: { conditions: moduleConditions, externalConditions: moduleConditions } },
  test: {
    name,
    environment: 'jsdom',
    setupFiles: ['tests/ui/setup.ts'],
    restoreMocks: true,
    testTimeout: 90_000,
    ...options,
  },
})

export default defineConfig({
  plugins: [react()],
  test: {
    reporters: ['default', ['json', { outputFile: 'test-results/vitest.json' }], './tests/StrayReporter.ts'],
    // Tests of the API wait for their databases and for time to pass: a third keeps two processors busy.
    maxWorkers: 3,
    retry: process.env.CI ? 1 : 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          isolate: false,
          testTimeout: 60_000,
        },
      },
      api('api', {
        include: ['tests/api/**/*.test.ts'],
        exclude: replacing.api,
        globalSetup: ['tests/api/support/sharedPostgres.ts'],
        isolate: false,
      }),
      api('api that replaces modules', { include: replacing.api }),
      ui('ui', { include: ['tests/ui/**/*.test.{ts,tsx}'], exclude: replacing.ui, isolate: false }),
      ui('ui that replaces modules', { include: replacing.ui }),
    ],
  },
})
