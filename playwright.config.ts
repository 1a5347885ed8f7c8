import { defineConfig } from '@playwright/test'
import { setUtf8Locale } from './server/locale.mjs'

// Of the browser and of the server processes.
setUtf8Locale()

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results/e2e',
  globalSetup: './test/e2e/shared.ts',
  fullyParallel: true,
  workers: 2,
  retries: 1,
  // The runs that look for them (test:long, test:machines) fail; npm test names them at its end.
  failOnFlakyTests: process.env.STRICT_JOURNEYS === '1',
  // Limits for every journey, not waits: a machine that is slow, or busy with other work, must not fail what works.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    viewport: { width: 1366, height: 860 },
    // A trace of everything costs a quarter of the run: what failed is tried again for its trace.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--autoplay-policy=no-user-gesture-required',
        // A camera (few pictures a second: two cores decode many) and a microphone that every page may use, and WebRTC on a
        // machine without a network.
        '--use-fake-device-for-media-stream=fps=5',
        '--use-fake-ui-for-media-stream',
        '--allow-loopback-in-peer-connection',
      ],
    },
  },
})
