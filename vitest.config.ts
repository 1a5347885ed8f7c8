import { defineConfig } from 'vitest/config'

/**
 * Tests with peers of their own from node-datachannel: a library that is one for its whole process and ends for all of
 * its threads at once. Each of these files is a process.
 */
const ownProcess = ['modules/engines/server/ice.test.ts', 'test/{janus,media}/*.test.ts']
const excluded = ['test/e2e/**', '**/node_modules/**']
const patience = { testTimeout: 20_000, hookTimeout: 60_000, setupFiles: ['test/setup.ts'] }

export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts'],
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'threads',
          include: ['{kit,server,modules,test,tools,bench,web}/**/*.test.{ts,tsx}'],
          exclude: [...excluded, ...ownProcess],
          pool: 'threads',
          ...patience,
        },
      },
      { test: { name: 'processes', include: ownProcess, exclude: excluded, pool: 'forks', ...patience } },
    ],
  },
})
