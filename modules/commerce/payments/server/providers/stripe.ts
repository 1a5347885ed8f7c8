/** Stripe, by the maker's library: a Checkout session, signed events, refunds, queries. */
import type { Stripe } from 'stripe'
import type { Config } from '#server/config.ts'
import type { StripeConfig } from '#server/config-payments.ts'
import {
  type CallbackRequest,
  type PaymentNotice,
  type Provider,
  ProviderRefused,
  type RefundNotice,
  type Trade,
  type Verified,
} from '../provider.ts'

const callbackAgeSeconds = 300
const minuteMs = 60_000
/** Of one payment, among which one that was asked for before is looked for. */
const refundsMax = 10_000
/** What Checkout takes: 30 minutes to a day, with some time for the way there. */
const openMs = { lowest: 31 * minuteMs, highest: 24 * 60 * minuteMs - minuteMs }

function settings({ payments }: Config): StripeConfig {
  if (!payments.stripe) throw new Error('Stripe is not set up')
  return payments.stripe
}

/** Loaded where it is set up: it takes 36 MB. */
const load = () => import('stripe')

async function clientOf({ endpoint, secretKey }: StripeConfig): Promise<Stripe> {
  const { Stripe } = await load()
  const { protocol, hostname, port } = new URL(endpoint)
  return new Stripe(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port !== '' && { port }),
    maxNetworkRetries: 0,
    timeout: 10_000,
    telemetry: false,
  })
}

/** What it refuses for good, apart from what may go well later. */
async function asking<T>(config: Config, ask: (client: Stripe) => Promise<T>): Promise<T> {
  const { Stripe } = await load()
  try {
    return await ask(await clientOf(settings(config)))
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripeCardError)
      throw new ProviderRefused(error.message)
    throw error
  }
}

const modeOf = (isLive: boolean) => (isLive ? 'live' : 'test')
const idOf = (thing: string | { readonly id: string } | null): string =>
  typeof thing === 'string' ? thing : (thing?.id ?? '')

function noticeOf(
  session: Stripe.Checkout.Session,
  { isFailed, at }: { readonly isFailed: boolean; readonly at: number },
): PaymentNotice | null {
  const tradeNumber = session.client_reference_id
  if (tradeNumber === null || session.amount_total === null) return null
  const outcome = session.payment_status === 'paid' ? 'succeeded' : isFailed ? 'failed' : 'pending'
  return {
    about: 'payment',
    tradeNumber,
    outcome,
    reference: idOf(session.payment_intent),
    amountFen: BigInt(session.amount_total),
    currency: (session.currency ?? '').toUpperCase(),
    merchant: modeOf(session.livemode),
    at,
    reason: session.status ?? '',
  }
}

function refundNoticeOf(refund: Stripe.Refund, refundNumber: string): RefundNotice {
  const isFailed = refund.status === 'failed' || refund.status === 'canceled'
  const outcome = refund.status === 'succeeded' ? 'succeeded' : isFailed ? 'failed' : 'pending'
  return {
    ...{ about: 'refund', refundNumber, outcome, amountFen: BigInt(refund.amount) },
    reason: refund.failure_reason ?? '',
  }
}

const claimedNumber = /"client_reference_id"\s*:\s*"([0-9a-f]{32})"/

async function verify(config: Config, { headers, body }: CallbackRequest, now: number): Promise<Verified> {
  const own = settings(config)
  const signature = String(headers['stripe-signature'] ?? '')
  const tradeNumber = claimedNumber.exec(body)?.[1]
  let event: Stripe.Event
  try {
    const { webhooks } = await clientOf(own)
    event = webhooks.constructEvent(body, signature, own.webhookSecret, callbackAgeSeconds, undefined, now)
  } catch (error) {
    const isStale = error instanceof Error && error.message.includes('outside the tolerance')
    return { refused: isStale ? 'stale' : 'forged', tradeNumber }
  }
  const at = event.created * 1000
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      const isFailed = event.type.endsWith('failed') || event.type.endsWith('expired')
      const notice = noticeOf(event.data.object, { isFailed, at })
      return notice ? { notice } : { ignored: true }
    }
    case 'refund.updated':
    case 'refund.failed': {
      const number = event.data.object.metadata?.refundNumber
      return number === undefined ? { ignored: true } : { notice: refundNoticeOf(event.data.object, number) }
    }
    default:
      return { ignored: true }
  }
}

/** The session until the payment has succeeded, the payment intent from then on. */
const sessionOf = ({ reference }: Trade) => (reference?.startsWith('cs_') ? reference : undefined)

export const stripe: Provider = {
  name: 'stripe',
  isSetUp: ({ payments }) => payments.stripe !== null,
  merchant: (config) => modeOf(settings(config).secretKey.includes('_live_')),
  async prepare(config, trade, now) {
    const { tradeNumber, returnUrl } = trade
    const price = {
      currency: 'cny',
      unit_amount: Number(trade.amountFen),
      product_data: { name: [...trade.subject].slice(0, 200).join('') },
    }
    const open = Math.min(Math.max(trade.expiresAt - now, openMs.lowest), openMs.highest)
    const session = await asking(config, (client) =>
      client.checkout.sessions.create(
        {
          mode: 'payment',
          client_reference_id: tradeNumber,
          line_items: [{ quantity: 1, price_data: price }],
          expires_at: Math.floor((now + open) / 1000),
          success_url: returnUrl,
          cancel_url: returnUrl,
        },
        { idempotencyKey: `payment-${tradeNumber}` },
      ),
    )
    if (!session.url) throw new Error('Stripe: a session without an address')
    return { kind: 'redirect', url: session.url, reference: session.id }
  },
  async query(config, trade) {
    const id = sessionOf(trade)
    if (id === undefined) return null
    const session = await asking(config, (client) => client.checkout.sessions.retrieve(id))
    return noticeOf(session, { isFailed: session.status === 'expired', at: session.created * 1000 })
  },
  async close(config, trade) {
    const id = sessionOf(trade)
    if (id !== undefined) await asking(config, (client) => client.checkout.sessions.expire(id))
  },
  async refund(config, trade, { refundNumber, amountFen }) {
    const payment = { payment_intent: trade.reference ?? '' }
    const refund = await asking(config, async (client) => {
      // Stripe forgets an idempotency key after a day. A refund may be on its way for longer, and is asked for again meanwhile.
      const all = await client.refunds.list({ ...payment, limit: 100 }).autoPagingToArray({ limit: refundsMax })
      const known = all.find(({ metadata }) => metadata?.refundNumber === refundNumber)
      return (
        known ??
        (await client.refunds.create(
          { ...payment, amount: Number(amountFen), metadata: { refundNumber } },
          { idempotencyKey: `refund-${refundNumber}` },
        ))
      )
    })
    return refundNoticeOf(refund, refundNumber)
  },
  verify,
}
