/** Background jobs and events between processes. */
import { randomUUID } from 'node:crypto'
import { publish } from '#server/realtime/publish.ts'
import { brokenChains } from '../audit/verifications.ts'
import { queueFacts } from '../tasks/queue.ts'
import type { HealthAnswer, HealthCheck } from './checks.ts'

const waitingMsMax = 5 * 60_000
const stuckMs = 60 * 60_000

export const jobsCheck: HealthCheck = {
  name: 'jobs',
  label: { cn: '后台任务', en: 'Background jobs' },
  order: 20,
  async check(_outside, db): Promise<HealthAnswer> {
    const { waiting, running, failed, oldestWaitingMs } = await queueFacts(db)
    const facts = { waiting, running, failed, oldestWaitingMs }
    if (oldestWaitingMs > stuckMs) {
      return {
        state: 'down',
        facts,
        advice: {
          cn: '任务已超过一小时无人处理。请确认服务进程在运行，并查看日志中的任务错误。',
          en: 'Jobs have been waiting for more than an hour. Check that server processes are running, and look for job errors in the log.',
        },
      }
    }
    if (oldestWaitingMs > waitingMsMax) {
      return {
        state: 'warning',
        facts,
        advice: {
          cn: '任务排队较久。若持续出现，可增加服务进程。',
          en: 'Jobs have been waiting for long. If this continues, start more server processes.',
        },
      }
    }
    if (failed > 0) {
      return {
        state: 'warning',
        facts,
        advice: {
          cn: '有任务多次失败后停止。请在“后台任务”中查看原因，处理后重试。',
          en: 'Some jobs have failed for good. See why under Background tasks, and retry them.',
        },
      }
    }
    return { state: 'ok', facts }
  },
}

const eventMsMax = 2000

export const realtimeCheck: HealthCheck = {
  name: 'realtime',
  label: { cn: '实时消息', en: 'Live events' },
  order: 30,
  async check(outside, db): Promise<HealthAnswer> {
    const topic = `health:${randomUUID()}`
    const heard = Promise.withResolvers<number | undefined>()
    const startedAt = performance.now()
    const unsubscribe = outside.realtime.subscribe(topic, () =>
      heard.resolve(Math.round(performance.now() - startedAt)),
    )
    const timer = setTimeout(() => heard.resolve(undefined), eventMsMax)
    try {
      await publish(db, { topic, name: 'health', data: {} })
      const answerMs = await heard.promise
      if (answerMs !== undefined) return { state: 'ok', facts: { answerMs } }
    } finally {
      clearTimeout(timer)
      unsubscribe()
    }
    return {
      state: 'down',
      facts: {},
      advice: {
        cn: '本进程收不到数据库通知，消息不会即时到达。连接池代理（如 PgBouncer）须使用会话模式，或让 DATABASE_URL 直连数据库。',
        en: 'This process hears no events, so messages arrive late. A pooler such as PgBouncer must be in session mode, or DATABASE_URL must name the database itself.',
      },
    }
  },
}

export const auditCheck: HealthCheck = {
  name: 'audit',
  label: { cn: '审计日志', en: 'Audit log' },
  order: 35,
  async check(_outside, db): Promise<HealthAnswer> {
    const broken = await brokenChains(db)
    if (broken.length === 0) return { state: 'ok', facts: {} }
    return {
      state: 'down',
      facts: { brokenChains: broken.length },
      advice: {
        cn: '审计日志被改动过。请在“审计日志”中查看首个异常位置，并与库外留存的校验值核对。',
        en: 'The audit log was tampered with. See the first broken entry under Audit log, and compare with the heads kept outside.',
      },
    }
  },
}
