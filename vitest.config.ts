import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/test-order.ts'

/**
 * Tests with peers of their own from node-datachannel: a library that is one for its whole process and ends for all of
 * its threads at once. Each of these files is a process.
 */
const ownProcess = ['modules/live/engines/server/ice.test.ts', 'test/{janus,media}/*.test.ts']
/** Code of the browser: JSX and style sheets have to be transformed, and each file has a browser of its own. */
const browserCode = [
  '{modules/*/*/web,web,test/web}/**/*.test.{ts,tsx}',
  'test/spec/*.test.tsx',
  'test/sequencing.test.ts',
]
const excluded = ['test/e2e/**', '**/node_modules/**', 'tools/new-module/**']

/** One limit for all, which ends what hangs: a busy machine is slow, and a test says nothing about time. */
const limitMs = Number(process.env.TEST_LIMIT_MS ?? 300_000)

const common = {
  testTimeout: limitMs,
  hookTimeout: limitMs,
  expect: { poll: { timeout: 60_000 } },
  setupFiles: ['test/setup.ts'],
}

export default defineConfig({
  test: {
    globalSetup: ['test/global-setup.ts'],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'server',
          include: ['{kit,server,modules,test,tools,bench}/**/*.test.ts'],
          exclude: [...excluded, ...ownProcess, ...browserCode],
          pool: 'threads',
          // Loading the product costs more than most files' tests: one copy of it serves all files of a worker, and Node
          // loads it as it is. test/shared-process.ts fails a file that leaves something behind for the next one.
          isolate: false,
          experimental: { viteModuleRunner: false, nodeLoader: false },
          ...common,
          setupFiles: ['test/setup.ts', 'test/shared-process.ts'],
        },
      },
      { test: { name: 'browser', include: browserCode, exclude: excluded, pool: 'threads', ...common } },
      { test: { name: 'processes', include: ownProcess, exclude: excluded, pool: 'forks', ...common } },
    ],
  },
})
