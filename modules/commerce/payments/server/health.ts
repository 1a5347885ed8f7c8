/** Payments on the status page: what is set up, and whether callbacks arrive and refunds get through. */
import { sql } from 'kysely'
import { type HealthCheck, healthCheck } from '#modules/platform/operations/server.ts'
import { paymentsTables } from './db.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

interface Figures {
  readonly paid: number
  readonly waiting: number
  readonly unbelieved: number
  readonly failed: number
  readonly stuck: number
}

const paymentsCheck: HealthCheck = {
  name: 'payments',
  label: { cn: '支付', en: 'Payments' },
  order: 78,
  async check({ config, clock }, db) {
    const { alipay, wechatPay, stripe, test } = config.payments
    const now = clock.now()
    const providers = [alipay && 'Alipay', wechatPay && 'WeChat Pay', stripe && 'Stripe', test && 'test']
    const { rows } = await sql<Figures>`select
      (select count(*) from payments.payment where paid_at > ${now - dayMs}) as paid,
      (select count(*) from payments.payment where state = 'waiting') as waiting,
      (select count(*) from payments.callback where received_at > ${now - dayMs} and outcome in ('mismatch', 'forged', 'stale'))
        as unbelieved,
      (select count(*) from payments.refund where state = 'failed' and decided_at > ${now - dayMs}) as failed,
      (select count(*) from payments.refund r join payments.payment p on p.id = r.payment_id
        where r.state = 'sending' and r.created_at < ${now - hourMs} and p.provider <> 'transfer') as stuck`.execute(
      paymentsTables(db),
    )
    const figures = rows[0] ?? { paid: 0, waiting: 0, unbelieved: 0, failed: 0, stuck: 0 }
    const facts = { providers: providers.filter((name) => name !== null && name !== false).join(', '), ...figures }
    if (figures.unbelieved + figures.failed + figures.stuck > 0)
      return {
        state: 'warning',
        facts,
        advice: {
          cn: '有未采信的渠道通知，或失败、长时间未完成的退款，请在“渠道通知”与“支付记录”中查看',
          en: 'Provider messages were not believed, or refunds failed or take long: see Provider messages and Payments',
        },
      }
    if (alipay || wechatPay || stripe) return { state: 'ok', facts }
    return {
      state: 'off',
      facts,
      advice: {
        cn: '未配置支付渠道。如需收款，请设置支付宝、微信支付或 Stripe 的商户参数（见 .env.example）。',
        en: 'No payment provider is set up. To take money, set those of Alipay, WeChat Pay or Stripe (see .env.example).',
      },
    }
  },
}

export const paymentsHealth = healthCheck(paymentsCheck)
