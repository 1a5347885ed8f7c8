import { describe, expect, it } from 'vitest'
import type { HealthCheck } from '#modules/platform/operations/server.ts'
import { testPlatform } from '#test/harness.ts'
import { engineHealth } from './health.ts'

const check = engineHealth.value as HealthCheck

describe('the health of the embedded engine', () => {
  const platform = testPlatform({ poolSize: 2 })

  it('is good before its first use, because the library for this machine is there', async () => {
    expect(await check.check(platform.outside, platform.db)).toMatchObject({
      state: 'ok',
      facts: { program: 'embedded', rooms: 0, version: expect.stringContaining('libdatachannel') },
    })
  })
})

describe('the health of an external engine', () => {
  const environment = {
    LIVE_ENGINE: 'janus',
    JANUS_URL: 'ws://127.0.0.1:9',
    JANUS_API_SECRET: 'a',
    JANUS_ADMIN_KEY: 'b',
    JANUS_RECORDINGS: '/tmp',
  }
  const platform = testPlatform({ poolSize: 2, environment })

  it('reports that the engine does not answer, and gives advice', async () => {
    const answer = await check.check(platform.outside, platform.db)
    expect(answer).toMatchObject({ state: 'down', facts: { program: 'janus' } })
    expect(answer.advice?.en).toContain('JANUS_URL')
  })
})
