/**
 * The state of the channels besides mail and SMS, for the status page: whether they are set up, and recent failures.
 */
import { sql } from 'kysely'
import { type HealthAnswer, type HealthCheck, healthCheck } from '#modules/platform/operations/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { DeliveryChannel } from '../contract/shapes.ts'
import { messagesTables } from './db.ts'

const dayMs = 86_400_000

/** The results of the last day over all companies, for the operator. */
async function recent(connection: Connection, channel: DeliveryChannel, now: number) {
  const { rows } = await sql<{ sent: number; failed: number; waiting: number; error: string | null }>`
    select count(*) filter (where state = 'sent') as sent, count(*) filter (where state = 'failed') as failed,
      count(*) filter (where state = 'queued') as waiting,
      (array_agg(error order by created_at desc) filter (where error is not null))[1] as error
    from messages.delivery where channel = ${channel} and created_at > ${now - dayMs}`.execute(
    messagesTables(connection),
  )
  return rows[0] ?? { sent: 0, failed: 0, waiting: 0, error: null }
}

function healthOf({ sent, failed, waiting, error }: Awaited<ReturnType<typeof recent>>, facts: HealthAnswer['facts']) {
  const all = { ...facts, sent, failed, waiting }
  if (failed === 0 || failed < sent / 10) return { state: 'ok' as const, facts: all }
  return {
    state: sent === 0 ? ('down' as const) : ('warning' as const),
    facts: { ...all, error: error ?? '' },
    advice: {
      cn: '最近一天有较多消息发送失败，请在消息发送记录中查看原因',
      en: 'Many messages of the last day could not be sent: the delivery log says why',
    },
  }
}

const wecomCheck: HealthCheck = {
  name: 'wecom',
  label: { cn: '企业微信', en: 'WeCom' },
  order: 72,
  async check({ config, clock }, db) {
    if (config.wecom) return healthOf(await recent(db, 'wecom', clock.now()), { server: config.wecom.endpoint })
    return {
      state: 'off',
      facts: {},
      advice: {
        cn: '未配置企业微信应用。如需推送，请设置 WECOM_CORP_ID、WECOM_SECRET 与 WECOM_AGENT_ID。',
        en: 'No WeCom application is set up. To use one, set WECOM_CORP_ID, WECOM_SECRET and WECOM_AGENT_ID.',
      },
    }
  },
}

const dingtalkCheck: HealthCheck = {
  name: 'dingtalk',
  label: { cn: '钉钉', en: 'DingTalk' },
  order: 74,
  async check({ config, clock }, db) {
    if (config.dingtalk)
      return healthOf(await recent(db, 'dingtalk', clock.now()), { server: config.dingtalk.endpoint })
    return {
      state: 'off',
      facts: {},
      advice: {
        cn: '未配置钉钉应用。如需推送，请设置 DINGTALK_APP_KEY、DINGTALK_APP_SECRET 与 DINGTALK_AGENT_ID。',
        en: 'No DingTalk application is set up. To use one, set DINGTALK_APP_KEY, DINGTALK_APP_SECRET and DINGTALK_AGENT_ID.',
      },
    }
  },
}

const webhookCheck: HealthCheck = {
  name: 'webhooks',
  label: { cn: 'Webhook', en: 'Webhooks' },
  order: 76,
  async check({ clock }, db) {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from messages.webhook where enabled`.execute(messagesTables(db))
    const count = rows[0]?.count ?? 0
    if (count === 0) {
      const advice = {
        cn: '没有启用的消息机器人。需要时在“消息机器人”中添加。',
        en: 'No webhook is enabled. To use one, add it under Robots and webhooks.',
      }
      return { state: 'off', facts: {}, advice }
    }
    return healthOf(await recent(db, 'webhook', clock.now()), { webhooks: count })
  },
}

export const healthChecks = [wecomCheck, dingtalkCheck, webhookCheck].map((check) => healthCheck(check))
