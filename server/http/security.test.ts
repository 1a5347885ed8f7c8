import { describe, expect, it } from 'vitest'
import { testPlatform } from '#test/harness.ts'

const platform = testPlatform()
const overTls = testPlatform({ environment: { PUBLIC_URL: 'https://learn.example.com' } })

describe('security headers', () => {
  it.each([
    ['an answer', '/health', 200],
    ['a refusal', '/api/v1/human/member/current', 401],
    ['an address that is not there', '/api/v1/nowhere', 422],
  ])('stand on %s', async (_, url, status) => {
    const { statusCode, headers } = await platform.app.inject({ url })
    expect(statusCode).toBe(status)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'SAMEORIGIN',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
  })

  it('allow scripts of our origin only, and no inline scripts', async () => {
    const { headers } = await platform.app.inject({ url: '/health' })
    const policy = String(headers['content-security-policy'])
    const directives = new Map(policy.split(';').map((directive) => [directive.split(' ')[0], directive] as const))
    expect(directives.get('default-src')).toBe("default-src 'self'")
    expect(directives.get('script-src')).toBe("script-src 'self' 'wasm-unsafe-eval'")
    expect(directives.get('object-src')).toBe("object-src 'none'")
    expect(directives.get('base-uri')).toBe("base-uri 'none'")
    expect(directives.get('frame-ancestors')).toBe("frame-ancestors 'self'")
  })

  it('keep browsers on TLS where the platform has it, and only there', async () => {
    const secure = await overTls.app.inject({ url: '/health' })
    expect(secure.headers['strict-transport-security']).toBe('max-age=15552000; includeSubDomains')
    expect(secure.headers['content-security-policy']).toContain('upgrade-insecure-requests')
    const plain = await platform.app.inject({ url: '/health' })
    expect(plain.headers['strict-transport-security']).toBeUndefined()
    expect(plain.headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
  })
})
