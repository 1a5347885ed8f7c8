import { describe, expect, it } from 'vitest'
import { testPlatform } from '#test/harness.ts'

const url = '/metrics'
const token = 'a-token-for-prometheus'

describe('figures of the process', () => {
  const platform = testPlatform()

  it('without a token are for this machine, and for nobody behind a proxy here', async () => {
    const ask = async (remoteAddress: string, headers: Record<string, string> = {}) =>
      (await platform.app.inject({ url, remoteAddress, headers })).statusCode
    for (const address of ['127.0.0.1', '127.0.0.9', '::1', '::ffff:127.0.0.1']) expect(await ask(address)).toBe(200)
    for (const address of ['10.0.0.7', '::ffff:10.0.0.7', 'fe80::1', '12.7.0.0']) expect(await ask(address)).toBe(422)
    for (const name of ['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])
      expect(await ask('127.0.0.1', { [name]: '127.0.0.1' })).toBe(422)
    expect(await ask('10.0.0.7', { authorization: `Bearer ${token}` })).toBe(422)
  })
})

describe('figures of the process, with a token', () => {
  const platform = testPlatform({ environment: { METRICS_TOKEN: token } })

  it('are for whoever has it', async () => {
    const ask = (authorization?: string) =>
      platform.app.inject({
        url,
        remoteAddress: '10.0.0.7',
        headers: authorization === undefined ? {} : { authorization },
      })
    const answer = await ask(`Bearer ${token}`)
    expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining('process_cpu_seconds_total')])
    for (const wrong of [undefined, token, 'Bearer', `Bearer ${token}x`]) {
      const refused = await ask(wrong)
      expect([refused.statusCode, refused.json().errorCode]).toEqual([422, 900005])
    }
  })
})
