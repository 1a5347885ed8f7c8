/** Runs all checks at once with a time limit each, so a hanging one does not hide the others. */
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import type { CheckedPart } from '../../contract/status.ts'
import { type HealthAnswer, type HealthCheck, healthCheck } from './checks.ts'

const checkMsMax = 5000

/** Parts of a full installation whose modules may be absent; the page shows them as not set up. */
const expected: readonly HealthCheck[] = [
  {
    name: 'live-engine',
    label: { cn: '直播引擎', en: 'Live engine' },
    order: 80,
    check: async () => ({
      state: 'off',
      facts: {},
      advice: { cn: '尚未启用直播', en: 'Live sessions are not set up' },
    }),
  },
  {
    name: 'ai',
    label: { cn: '智能服务', en: 'AI service' },
    order: 85,
    check: async () => ({
      state: 'off',
      facts: {},
      advice: { cn: '尚未启用智能服务', en: 'No AI service is set up' },
    }),
  },
]

function tooSlow(): HealthAnswer {
  return {
    state: 'down',
    facts: {},
    advice: { cn: '五秒内没有响应', en: 'No answer within five seconds' },
  }
}

function failed(error: unknown): HealthAnswer {
  return {
    state: 'down',
    facts: { error: error instanceof Error ? error.message.slice(0, 200) : 'unknown' },
    advice: { cn: '检查时出错，请查看服务器日志', en: 'The check failed. See the server log.' },
  }
}

async function checkOne(check: HealthCheck, outside: Outside, db: Connection, msMax: number): Promise<CheckedPart> {
  const startedAt = performance.now()
  const limit = Promise.withResolvers<HealthAnswer>()
  const timer = setTimeout(() => limit.resolve(tooSlow()), msMax)
  const asked = Promise.resolve()
    .then(() => check.check(outside, db))
    .catch(failed)
  const { state, facts, advice } = await Promise.race([asked, limit.promise])
  clearTimeout(timer)
  const tookMs = Math.round(performance.now() - startedAt)
  return { name: check.name, label: check.label, state, facts: { ...facts }, advice: advice ?? null, tookMs }
}

/** Runs one check by its name; a part that nobody registered is off. */
export async function checkNamed(
  name: string,
  outside: Outside,
  db: Connection,
  msMax = checkMsMax,
): Promise<Pick<CheckedPart, 'state' | 'tookMs'>> {
  const check = healthCheck.all().find((registered) => registered.name === name)
  return check ? checkOne(check, outside, db, msMax) : { state: 'off', tookMs: 0 }
}

/** Runs all registered checks in their order. */
export async function checkAll(outside: Outside, db: Connection, msMax = checkMsMax): Promise<CheckedPart[]> {
  const registered = healthCheck.all()
  const names = new Set(registered.map((check) => check.name))
  const checks = [...registered, ...expected.filter((check) => !names.has(check.name))]
  const inOrder = checks.toSorted((a, b) => a.order - b.order)
  return Promise.all(inOrder.map((check) => checkOne(check, outside, db, msMax)))
}
