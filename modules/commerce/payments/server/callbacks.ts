/**
 * The addresses to which providers post what became of a payment. The signature is the only permission, and it covers the bytes
 * as they came, so these are no calls of the contract. One that is forged or old is refused and kept, where it names a
 * payment that exists; one that names none leaves nothing behind, so nobody fills the database by it.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { decimalText } from '#kit/amounts.ts'
import type { Connection } from '#server/db/connection.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Outside } from '#server/outside.ts'
import type { Said } from '../contract/shapes.ts'
import { type PaymentsDb, paymentsTables } from './db.ts'
import type { Notice, Provider, RefundNotice } from './provider.ts'
import { providers } from './providers.ts'
import { decideRefund, findRefund } from './refund-decisions.ts'
import { findPayment, idOfTradeNumber } from './rows.ts'
import { hear, note } from './settling.ts'
import { callbackPath } from './trades.ts'

const bytesMax = 256 * 1024
/** Refused callbacks that are kept of one payment. */
const refusedKeptMax = 20

export function paymentCallbacks(app: FastifyInstance, outside: Outside, connection: Connection): void {
  const db = paymentsTables(connection)
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: bytesMax }, (_request, body, parsed) =>
      parsed(null, body),
    )
    for (const provider of providers) {
      const { verify } = provider
      if (!verify || !provider.isSetUp(outside.config)) continue
      scope.post(callbackPath(provider.name), async ({ headers, body }, reply) => {
        const now = outside.clock.now()
        const request = { headers, body: typeof body === 'string' ? body : '' }
        const verified = await verify(outside.config, request, now)
        if ('refused' in verified) {
          const { refused, tradeNumber } = verified
          await inTransaction(db, (one) => keepRefused(one, provider, { refused, tradeNumber, now }))
          return answer(reply, 401)
        }
        if ('notice' in verified) {
          const merchant = provider.merchant(outside.config)
          const isTaken = await inTransaction(db, (one) => take(one, provider, verified.notice, { merchant, now }))
          if (!isTaken) return answer(reply, 422)
        }
        const { type, body: text } = provider.acknowledgement ?? { type: 'application/json', body: '{}' }
        return reply.code(200).type(type).send(text)
      })
    }
    done()
  })
}

/** What a forger says is not kept. */
const nothing = { outcome: null, amount: null, currency: '', differs: [] }

const answer = (reply: FastifyReply, code: number) =>
  reply.code(code).type('application/json').send('{"code":"FAIL","message":"refused"}')

/** Whether it is done with, so that the provider need not say it again. */
async function take(
  db: PaymentsDb,
  { name: provider }: Provider,
  notice: Notice,
  { merchant, now }: { readonly merchant: string; readonly now: number },
): Promise<boolean> {
  if (notice.about === 'payment') {
    const outcome = await hear(db, notice, { provider, merchant, source: 'callback', now })
    return outcome !== 'unknown' && outcome !== 'mismatch'
  }
  return takeRefund(db, provider, notice, now)
}

async function takeRefund(db: PaymentsDb, provider: string, notice: RefundNotice, now: number): Promise<boolean> {
  const { outcome, amountFen, reason: failure = '' } = notice
  const refundId = idOfTradeNumber(notice.refundNumber)
  const refund = refundId === undefined ? undefined : await findRefund(db, refundId)
  const row = refund && (await findPayment(db, refund.payment_id))
  if (!refund || row?.provider !== provider) return false
  const said: Said = { outcome, amount: String(amountFen), currency: 'CNY', differs: [] }
  const how = { source: 'callback', now } as const
  if (amountFen !== BigInt(refund.amount_fen)) {
    const differs = [{ what: 'amount' as const, said: decimalText(amountFen) }]
    await note(db, row, { outcome: 'mismatch', said: { ...said, differs } }, how)
    return false
  }
  const isFinal = outcome !== 'pending'
  const isNew = isFinal && (await decideRefund(db, { refundId: refund.id, outcome, failure, now }))
  await note(db, row, { outcome: isNew ? 'accepted' : isFinal ? 'repeated' : 'ignored', said }, how)
  return true
}

async function keepRefused(
  db: PaymentsDb,
  { name }: Provider,
  { refused, tradeNumber, now }: { refused: 'forged' | 'stale'; tradeNumber: string | undefined; now: number },
): Promise<void> {
  const id = tradeNumber === undefined ? undefined : idOfTradeNumber(tradeNumber)
  const row = id === undefined ? undefined : await findPayment(db, id)
  if (row?.provider !== name) return
  const { count } = await db
    .selectFrom('payments.callback')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('payment_id', '=', row.id)
    .where('outcome', 'in', ['forged', 'stale'])
    .executeTakeFirstOrThrow()
  if (count < refusedKeptMax) await note(db, row, { outcome: refused, said: nothing }, { source: 'callback', now })
}
