import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{kit,server,modules,test,tools,bench,web}/**/*.test.{ts,tsx}'],
    exclude: ['test/e2e/**', '**/node_modules/**'],
    globalSetup: ['test/global-setup.ts'],
    pool: 'threads',
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
