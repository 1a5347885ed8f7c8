import { once } from 'node:events'
import { createServer } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { beforeAll, describe, expect, it } from 'vitest'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { operations } from '#modules/platform/operations/contract.ts'
import { serverModule } from '#server/module.ts'
import { serverModules } from '#server/modules.ts'
import type { Outside } from '#server/outside.ts'
import { noRealtime } from '#server/realtime/hub.ts'
import { testPlatform } from '#test/harness.ts'
import { healthCheck } from './checks.ts'
import { realtimeCheck } from './jobs.ts'
import { mailCheck, smsCheck } from './providers.ts'
import { checkAll } from './status.ts'

const answered = Promise.withResolvers<void>()

const planted = serverModule({
  name: 'planted',
  contract: {},
  routes: {},
  extensions: [
    healthCheck({
      name: 'hangs',
      label: { cn: '卡住', en: 'Hangs' },
      order: 1,
      check: async () => {
        await answered.promise
        return { state: 'ok', facts: {} }
      },
    }),
    healthCheck({
      name: 'throws',
      label: { cn: '出错', en: 'Throws' },
      order: 2,
      check: async () => {
        throw new Error('broken')
      },
    }),
    healthCheck({
      name: 'ai',
      label: { cn: '智能服务', en: 'AI service' },
      order: 85,
      check: async () => ({ state: 'ok', facts: {} }),
    }),
  ],
})

const platform = testPlatform({ modules: [...serverModules, planted] })
let operator: BuiltMember
let chief: BuiltMember

beforeAll(async () => {
  const first = await buildCompany(platform.db, undefined, platform.now - 1000)
  operator = await buildMember(platform.db, { companyId: first, roles: ['super-admin'] })
  const second = await buildCompany(platform.db, undefined, platform.now)
  chief = await buildMember(platform.db, { companyId: second, roles: ['super-admin'] })
})

describe('the status page', () => {
  it('shows the state of each part, and advice for a failed one', async () => {
    const parts = await checkAll(platform.outside, platform.db, 3000)
    const states = Object.fromEntries(parts.map((part) => [part.name, part.state]))
    expect(states).toMatchObject({
      ...{ hangs: 'down', throws: 'down', jobs: 'ok', realtime: 'ok', audit: 'ok' },
      // The database may be slow while other tests run.
      database: expect.stringMatching(/^(ok|warning)$/),
      ...{ mail: 'warning', sms: 'warning', 'live-engine': 'ok', ai: 'ok' },
    })
    for (const part of parts) {
      if (part.state !== 'ok') expect(part.advice, part.name).toMatchObject({ cn: /\p{Script=Han}/u, en: /\w/ })
    }
    expect(parts.map((part) => part.name).filter((name) => name === 'ai')).toHaveLength(1)
    expect(parts[0]?.name).toBe('hangs')
    answered.resolve()
  })

  it('shows facts to the company that runs the platform', async () => {
    const status = await platform.client(operations, operator).platformStatus()
    expect(status.isOperator).toBe(true)
    const database = status.parts.find((part) => part.name === 'database')
    expect(database?.facts).toMatchObject({ version: expect.stringMatching(/^\d+/), connections: expect.any(Number) })
    const server = status.parts.find((part) => part.name === 'server')
    expect(server?.facts).toMatchObject({ processes: 1, node: process.versions.node })
  })

  it('shows only states to other companies', async () => {
    const status = await platform.client(operations, chief).platformStatus()
    expect(status.isOperator).toBe(false)
    expect(status.parts.every((part) => Object.keys(part.facts).length === 0)).toBe(true)
  })

  it('detects a process that receives no events', async () => {
    const deaf = { ...platform.outside, realtime: noRealtime }
    expect(await realtimeCheck.check(deaf, platform.db)).toMatchObject({ state: 'down' })
  })
})

describe('mail and text messages', () => {
  const withMail = (mail: Outside['config']['mail']): Outside => ({
    ...platform.outside,
    config: { ...platform.outside.config, mail },
  })
  const smtp = (url: string) => withMail({ transport: 'smtp', url, from: 'a@example.com' })

  it('are ok if a real mail server accepts the account', async () => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onAuth: ({ username, password }, _session, answer) =>
        password === 'right' ? answer(null, { user: username }) : answer(new Error('wrong')),
    })
    server.listen(0, '127.0.0.1')
    await once(server.server, 'listening')
    const { port } = server.server.address() as { port: number }
    const good = await mailCheck.check(smtp(`smtp://me:right@127.0.0.1:${port}`), platform.db)
    expect(good).toMatchObject({ state: 'ok', facts: { server: `smtp://127.0.0.1:${port}` } })
    const bad = await mailCheck.check(smtp(`smtp://me:wrong@127.0.0.1:${port}`), platform.db)
    expect(bad.state).toBe('down')
    expect(JSON.stringify(bad)).not.toContain('me:')
    await new Promise<void>((resolve) => server.close(resolve))
  })

  it('are down without an answer', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as { port: number }
    closed.close()
    await once(closed, 'close')
    expect(await mailCheck.check(smtp(`smtp://127.0.0.1:${port}`), platform.db)).toMatchObject({ state: 'down' })
  })

  it('are off without a configuration', async () => {
    expect(await mailCheck.check(withMail({ transport: 'off' }), platform.db)).toMatchObject({ state: 'off' })
    const off = { ...platform.outside, config: { ...platform.outside.config, sms: { provider: 'off' as const } } }
    expect(await smsCheck.check(off, platform.db)).toMatchObject({ state: 'off' })
  })
})
