import { describe, expect, it } from 'vitest'
import { serverModules } from '#server/modules.ts'
import { testPlatform } from '#test/harness.ts'

const platform = testPlatform()

describe('advertisements', () => {
  it('is served by a platform that starts with it', async () => {
    expect(serverModules.map((module) => module.name)).toContain('advertisements')
    expect((await platform.app.inject({ url: '/health' })).statusCode).toBe(200)
  })
})
