/**
 * What a dry run costs against the real call, in turns on the same server and database of its own: a call that changes one
 * row, one that changes 200 members, and one whose jobs are followed (a message to 500 members).
 */
import type { FastifyInstance } from 'fastify'
import { v7 as uuid } from 'uuid'
import { type Endpoint, fillPath } from '#kit/contract.ts'
import { dryRunHeader } from '#kit/forecast.ts'
import { identity } from '#modules/platform/identity/contract.ts'
import { buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { messages } from '#modules/platform/messages/contract.ts'
import { settings } from '#modules/platform/settings/contract.ts'
import { readConfig } from '#server/config.ts'
import { migrate } from '#server/db/migrate.ts'
import { createDatabase, createPool } from '#server/db/pool.ts'
import { registerExtensions } from '#server/extension.ts'
import { apiPrefix, buildApp } from '#server/http/app.ts'
import { serverModules } from '#server/modules.ts'
import { createOutside } from '#server/outside/create.ts'
import { noRealtime } from '#server/realtime/hub.ts'
import { startBenchDatabase } from './database.ts'

const memberCount = 500
const changedAtOnce = 200

interface Plan {
  readonly name: string
  readonly endpoint: Endpoint
  readonly params?: Readonly<Record<string, string>>
  /** Each turn changes something: what the last one wrote is another value. */
  readonly body: (turn: number) => object
}

function plansOf(companyId: string, memberIds: readonly string[]): Plan[] {
  return [
    {
      name: 'one row: a rule',
      endpoint: settings.changeRule,
      params: { key: 'CURRENCY_RULE_CONFIG' },
      body: (turn) => ({ value: { currencyName: `币${turn}` } }),
    },
    {
      name: `${changedAtOnce} members enabled or disabled`,
      endpoint: identity.changeMembers,
      body: (turn) => ({ memberIds: memberIds.slice(0, changedAtOnce), enabled: turn % 2 === 0 }),
    },
    {
      name: `a message to ${memberCount} members, its jobs followed`,
      endpoint: messages.announce,
      body: (turn) => ({ organizationIds: [companyId], title: `第 ${turn} 次`, content: '内容' }),
    },
  ]
}

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0
}

async function measured(app: FastifyInstance, token: string, plan: Plan, turn: number, isDry: boolean) {
  const startedAt = performance.now()
  const answer = await app.inject({
    method: plan.endpoint.method,
    url: `${apiPrefix}${fillPath(plan.endpoint.path, plan.params)}`,
    headers: { authorization: `Bearer ${token}`, ...(isDry && { [dryRunHeader]: '1' }) },
    payload: plan.body(turn),
  })
  const took = performance.now() - startedAt
  if (answer.statusCode !== 200) throw new Error(`${plan.name}: ${answer.statusCode} ${answer.body}`)
  return took
}

export async function printDryRun(quick: boolean): Promise<void> {
  const database = await startBenchDatabase()
  await migrate(database.url)
  const db = createDatabase(createPool({ databaseUrl: database.url, size: 4 }))
  registerExtensions(serverModules)
  const config = readConfig({ DATABASE_URL: database.url, LOG_LEVEL: 'silent', NODE_ENV: 'test' })
  const outside = createOutside(config, noRealtime)
  const app = await buildApp({ db, watch: { state: async () => 'ok' }, modules: serverModules, outside })
  try {
    const companyId = await buildCompany(db)
    const chief = await buildMember(db, { companyId, roles: ['super-admin'] })
    const memberIds: string[] = []
    while (memberIds.length < memberCount)
      memberIds.push((await buildMember(db, { companyId, name: `m${uuid().slice(-12)}` })).id)
    console.log('\n| dry run | real call | dry run | ratio |')
    console.log('| --- | --: | --: | --: |')
    for (const plan of plansOf(companyId, memberIds)) {
      const real: number[] = []
      const dry: number[] = []
      for (let turn = 0; turn < (quick ? 11 : 61); turn++) {
        dry.push(await measured(app, chief.token, plan, turn, true))
        real.push(await measured(app, chief.token, plan, turn, false))
      }
      const [one, other] = [median(real), median(dry)]
      const inMs = (ms: number) => `${ms.toFixed(1)} ms`
      console.log(`| ${plan.name} | ${inMs(one)} | ${inMs(other)} | ${(other / one).toFixed(2)} |`)
    }
  } finally {
    await app.close()
    await db.destroy()
    await database.stop()
  }
}
