/** The same live, with a real Janus in a network namespace of its own as what carries picture and sound. */
import { type RealJanus, startJanus, whyNot } from '#test/janus/server.ts'
import { test as base } from './fixtures.ts'
import { wholeLive } from './live-journey.ts'

const reason = process.env.LIVE_ROOM === '1' ? whyNot() : 'six browsers with cameras: LIVE_ROOM=1'

const test = base.extend<object, { janus: RealJanus }>({
  janus: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of what a fixture needs from here.
    async ({}, use) => {
      const janus = await startJanus()
      await use(janus)
      await janus.stop()
    },
    { scope: 'worker' },
  ],
  environment: [
    async ({ janus }, use) => {
      const { url, apiSecret, adminKey, recordings } = janus.config
      await use({
        LIVE_ENGINE: 'janus',
        JANUS_URL: url,
        JANUS_API_SECRET: apiSecret,
        JANUS_ADMIN_KEY: adminKey,
        JANUS_RECORDINGS: recordings,
      })
    },
    { scope: 'worker' },
  ],
})

test.skip(reason !== undefined, reason ?? '')
test.use({ actionTimeout: 60_000 })

test('a live session from its start to its replay, by Janus (cn)', async ({ open, platform }) => {
  test.setTimeout(900_000)
  await wholeLive({ open, platform, language: 'cn' })
})
