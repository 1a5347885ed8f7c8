/**
 * The world of the model test: one buyer, two colleagues, staff, three courses, and WeChat Pay as the tests play it. A command is
 * one call as a client makes it, or something that happens by itself; what it needs it looks for among what is there.
 */
import { generateKeyPairSync } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { expect } from 'vitest'
import type { Shop } from '#modules/commerce/orders/server/shop.fixture.ts'
import { payments } from '#modules/commerce/payments/contract.ts'
import { type Makers, wechatPaid } from '#modules/commerce/payments/server/makers.fixture.ts'
import type { BuiltCourse } from '#modules/learning/courses/server/courses.fixture.ts'
import { type BuiltMember, buildSession } from '#modules/platform/identity/server/members.fixture.ts'
import type { TestPlatform } from '#test/harness.ts'

export const commandNames = [
  ...(['price', 'quote', 'place', 'coins', 'start', 'callback', 'close', 'expire', 'request', 'withdraw'] as const),
  ...(['decide', 'refund-said', 'give', 'take', 'learn', 'grant', 'change', 'amend', 'jobs', 'mend'] as const),
]

/** `at`: which of those that are there, from the newest; `how`: in which way. */
export interface Command {
  readonly name: (typeof commandNames)[number]
  readonly at: number
  readonly item: number
  readonly quantity: number
  readonly how: number
}

export interface PaymentRow {
  readonly id: string
  readonly provider: string
  readonly amount: string
}

const stranger = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
}).privateKey
const unpaid = ['to-pay', 'paying']
const paid = ['paid', 'deal-done']
const numberOf = (id: string) => id.replaceAll('-', '')

export class OrdersWorld {
  readonly platform: TestPlatform
  readonly shop: Shop
  readonly makers: Makers
  readonly coins: bigint
  buyer: BuiltMember
  staff: BuiltMember
  colleagues: BuiltMember[]
  readonly courses: readonly BuiltCourse[]
  readonly keys: string[] = []
  /** What orders under a key may cost: what was quoted for them. */
  readonly quotedOf = new Map<string, Set<string>>()
  readonly quotes: { readonly id: string; readonly item: number; readonly quantity: number; readonly total: string }[] =
    []
  /** Payments that the buyer has really paid, whatever we have heard of it. */
  readonly paidThere = new Set<string>()
  /** Refunds that the maker has said something final of, as it said it first. */
  readonly refundsSaid = new Map<string, boolean>()
  /** Entitlements that an administrator has changed by hand. */
  readonly touched = new Set<string>()

  constructor(
    platform: TestPlatform,
    { shop, makers, coins }: { readonly shop: Shop; readonly makers: Makers; readonly coins: bigint },
    people: {
      readonly buyer: BuiltMember
      readonly colleagues: readonly BuiltMember[]
      readonly courses: readonly BuiltCourse[]
    },
  ) {
    Object.assign(this, people)
    this.platform = platform
    this.shop = shop
    this.makers = makers
    this.coins = coins
    this.buyer = people.buyer
    this.colleagues = [...people.colleagues]
    this.courses = people.courses
    this.staff = shop.staff
  }

  async ids<T = { id: string }>(statement: RawBuilder<T>): Promise<readonly T[]> {
    return (await statement.execute(this.platform.root)).rows
  }

  private at<T>(rows: readonly T[], index: number): T | undefined {
    return rows.length === 0 ? undefined : rows.at(-1 - (index % rows.length))
  }

  /** Those with which something can be done come first. */
  private async orderAt(index: number, statuses: readonly string[]): Promise<string | undefined> {
    const rows = await this.ids(sql<{ id: string }>`select id from orders.order where buyer_id = ${this.buyer.id}
      order by status = any(${[...statuses]}::text[]), id`)
    return this.at(rows, index)?.id
  }

  /** An hour passes for nobody: sessions begin again, so that the clock alone moves. */
  async passTime(minutes: number): Promise<void> {
    this.platform.now += minutes * 60_000
    const again = async (member: BuiltMember) => ({
      ...member,
      token: await buildSession(this.platform.db, member, this.platform.now),
    })
    this.buyer = await again(this.buyer)
    this.staff = await again(this.shop.staff)
    this.colleagues = await Promise.all(this.colleagues.map(again))
  }

  private item(index: number): BuiltCourse {
    return this.courses[index % this.courses.length] as BuiltCourse
  }

  async quote(item: number, quantity: number) {
    const body = { businessType: 1, itemId: this.item(item).id, quantity }
    const { id, total } = await this.shop.as(this.buyer).quote({ body })
    const quote = { id, item, quantity, total }
    this.quotes.push(quote)
    return quote
  }

  /** What every sequence begins with: coins spent for oneself and for a team, and a payment in RMB that waits. */
  async begin(): Promise<void> {
    const of = (name: Command['name'], item: number, quantity = 1): Command => ({ name, item, quantity, at: 0, how: 3 })
    for (const [item, quantity] of [
      [0, 1],
      [1, 3],
    ] as const) {
      await this.do(of('place', item, quantity))
      await this.do(of('coins', item))
    }
    await this.do(of('place', 2))
    await this.do({ ...of('start', 2), how: 0 })
  }

  private async place({ at, item, quantity, how }: Command): Promise<void> {
    const kept = how === 2 ? this.at(this.quotes, at) : undefined
    const quotes = kept ? [kept] : [await this.quote(item, quantity)]
    if (how === 1) quotes.push(await this.quote(item + 1, quantity))
    const key = (how === 0 ? this.keys.at(-1) : undefined) ?? uuid()
    this.keys.push(key)
    const sum = String(quotes.reduce((all, { total }) => all + BigInt(total), 0n))
    this.quotedOf.set(key, (this.quotedOf.get(key) ?? new Set()).add(sum))
    const forOthers = (quotes[0]?.quantity ?? 1) > 1
    const body = { key, quoteIds: quotes.map(({ id }) => id), forOthers }
    const { payable } = await this.shop.as(this.buyer).placeOrder({ body })
    expect([...(this.quotedOf.get(key) ?? [])]).toContain(payable)
  }

  private async post(said: { headers: Record<string, string>; payload: string }): Promise<number> {
    const url = '/api/v1/payment/callback/wechat-pay'
    const { statusCode } = await this.platform.app.inject({ method: 'POST', url, ...said })
    expect(statusCode).toBeLessThan(500)
    return statusCode
  }

  private async callback({ at, how }: Command): Promise<void> {
    const rows = await this.ids(sql<PaymentRow>`select id, provider, amount_fen::text as amount from payments.payment
      where member_id = ${this.buyer.id} order by id`)
    const payment = this.at(rows, at)
    if (!payment) return
    const { now } = this.platform
    if (payment.provider === 'test') {
      const outcome = (['paid', 'doubled', 'late', 'failed'] as const)[how % 4] ?? 'paid'
      await this.platform.client(payments, this.buyer).testPayment({ params: { id: payment.id }, body: { outcome } })
      if (outcome !== 'failed') this.paidThere.add(payment.id)
      return
    }
    const amount = Number(payment.amount)
    const said = (fen = amount, key?: string, signedAt = now) =>
      this.makers.wechatCallback('TRANSACTION.SUCCESS', wechatPaid(numberOf(payment.id), fen, now), signedAt, key)
    if (how === 2) {
      expect(await this.post(said(amount, stranger))).toBe(401)
      expect(await this.post(said(amount, undefined, now - 301_000))).toBe(401)
      expect(await this.post(said(amount + 1))).toBe(422)
      return
    }
    this.paidThere.add(payment.id)
    this.makers.payments.set(numberOf(payment.id), { state: 'SUCCESS', amountFen: amount })
    // The third way: the callback is lost, and asking finds it.
    const times = how === 3 ? 0 : how + 1
    expect(await Promise.all(Array.from({ length: times }, () => this.post(said())))).toEqual(Array(times).fill(200))
  }

  private async request({ at, quantity, how }: Command): Promise<unknown> {
    const id = await this.orderAt(at, paid)
    if (id === undefined) return
    const { lines } = await this.shop.as(this.buyer).ownOrder({ params: { id } })
    const wanted = (how === 1 ? lines : lines.slice(0, 1)).map((line) => ({
      lineId: line.id,
      quantity: how === 3 ? line.quantity : quantity,
    }))
    return this.shop.as(this.buyer).requestRefund({ params: { id }, body: { lines: wanted, reason: '不需要了' } })
  }

  private async refundAt(index: number) {
    const rows = await this.ids(sql<{ id: string; orderId: string }>`select r.id, r.order_id as "orderId"
      from orders.refund r join orders.order o on o.id = r.order_id where o.buyer_id = ${this.buyer.id}
      order by r.status = 'requested', r.id`)
    return this.at(rows, index)
  }

  /** What WeChat Pay says of a refund: first one thing, and after that the same. */
  private async refundSaid({ at, how }: Command): Promise<void> {
    const rows = await this.ids(sql<PaymentRow & { paymentId: string; paid: string }>`
      select r.id, p.provider, r.amount_fen::text as amount, p.id as "paymentId", p.amount_fen::text as paid
      from payments.refund r join payments.payment p on p.id = r.payment_id
      where p.member_id = ${this.buyer.id} and p.provider = 'wechat-pay' order by r.state = 'sending', r.id`)
    const refund = this.at(rows, at)
    if (!refund) return
    const refundFen = Number(refund.amount)
    const isBack = this.refundsSaid.get(refund.id) ?? how !== 1
    const said = (fen: number) => {
      const status = isBack ? 'SUCCESS' : 'CLOSED'
      const about = {
        mchid: '1900000001',
        out_trade_no: numberOf(refund.paymentId),
        out_refund_no: numberOf(refund.id),
      }
      const amounts = { amount: { refund: fen, total: Number(refund.paid) } }
      const all = { ...about, refund_status: status, ...amounts }
      return this.makers.wechatCallback(`REFUND.${status}`, all, this.platform.now)
    }
    if (how === 2) {
      expect(await this.post(said(refundFen + 1))).toBe(422)
      return
    }
    this.refundsSaid.set(refund.id, isBack)
    this.makers.refunds.set(numberOf(refund.id), { state: isBack ? 'SUCCESS' : 'CLOSED', amountFen: refundFen })
    expect(await Promise.all([this.post(said(refundFen)), this.post(said(refundFen))])).toEqual([200, 200])
  }

  private async seats({ name, at, how }: Command): Promise<unknown> {
    const { items } = await this.shop.as(this.buyer).ownSeats()
    const pool = this.at(items, at)
    const colleague = this.colleagues[how % 2] as BuiltMember
    if (!pool) return
    const params = { id: pool.id }
    if (name === 'give') return this.shop.as(this.buyer).giveSeats({ params, body: { memberIds: [colleague.id] } })
    return this.shop.as(this.buyer).takeSeat({ params: { ...params, memberId: colleague.id } })
  }

  private person(how: number): BuiltMember {
    return how % 3 === 0 ? this.buyer : (this.colleagues[how % 2] as BuiltMember)
  }

  private async change({ at, how }: Command): Promise<unknown> {
    const people = [this.buyer, ...this.colleagues].map(({ id }) => id)
    const rows = await this.ids(sql<{ id: string }>`select id from entitlements.entitlement
      where member_id = any(${people}::uuid[]) order by id`)
    const one = this.at(rows, at)
    if (!one) return
    this.touched.add(one.id)
    const state = (['paused', 'active', 'revoked', 'active'] as const)[how % 4] ?? 'paused'
    return this.shop.as(this.staff).changeEntitlement({ params: { id: one.id }, body: { state } })
  }

  private async price({ item, quantity, how }: Command): Promise<unknown> {
    const params = { businessType: 1, itemId: this.item(item).id }
    const { revision, terms } = await this.shop.as(this.staff).price({ params })
    const coin = 100 * quantity + how
    const changed = { ...terms, isLadderPrice: 0 as const, payConfig: [], coin, discountCoin: coin - how }
    return this.shop.as(this.staff).setPrice({ params, body: { terms: changed, specials: [], revision } })
  }

  async runJobs(): Promise<void> {
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(this.platform.root)
    await this.platform.runJobs()
  }

  /** What a line of cron does. */
  async cron(name: string): Promise<void> {
    await sql`select graphile_worker.add_job(${name}, '{}'::json)`.execute(this.platform.root)
    await this.runJobs()
  }

  async do(command: Command): Promise<unknown> {
    const { name, at, item, quantity, how } = command
    if (name === 'price') return this.price(command)
    if (name === 'quote') return this.quote(item, quantity)
    if (name === 'place') return this.place(command)
    if (name === 'callback') return this.callback(command)
    if (name === 'request') return this.request(command)
    if (name === 'refund-said') return this.refundSaid(command)
    if (name === 'give' || name === 'take') return this.seats(command)
    if (name === 'change') return this.change(command)
    if (name === 'jobs') return this.runJobs()
    if (name === 'mend') return this.cron('payments.mend')
    if (name === 'expire') return this.cron('orders.close-expired')
    if (name === 'learn') {
      const course = this.item(item)
      const params = { id: course.id, sectionId: course.sections[0]?.id ?? '' }
      return this.shop.as(this.person(how)).startPlayback({ params, body: {} })
    }
    if (name === 'grant') {
      const body = { businessType: 1, itemId: this.item(item).id, memberIds: [this.person(how).id] }
      return this.shop.as(this.staff).grantEntitlements({ body })
    }
    return this.ofOrder(command, at)
  }

  /** Another quantity of its first line, which may have another price by now; or the others without it. */
  private async amend(id: string, quantity: number, how: number): Promise<void> {
    const client = this.shop.as(this.buyer)
    const { version, lines, payType } = await client.ownOrder({ params: { id } })
    const [first, ...others] = lines
    if (!first) return
    const kept = others.map(({ id: lineId }) => ({ lineId }))
    const rest = others.reduce((sum, { amount }) => sum + BigInt(amount), 0n)
    const change = async (changed: { lineId: string; quoteId?: string }[], sum: bigint) => {
      const body = { key: uuid(), version, lines: changed }
      expect(await client.changeOrder({ params: { id }, body })).toMatchObject({ payType, payable: String(sum) })
    }
    if (how === 3 && others.length > 0) return change(kept, rest)
    const { itemId, businessType } = first
    const { id: quoteId, total } = await client.quote({ body: { businessType, itemId, quantity } })
    await change([{ lineId: first.id, quoteId }, ...kept], rest + BigInt(total))
  }

  private async ofOrder({ name, how, quantity }: Command, at: number): Promise<unknown> {
    if (name === 'withdraw' || name === 'decide') {
      const refund = await this.refundAt(at)
      if (!refund) return
      const decision = { isAgreed: how !== 3, reason: how === 3 ? '已超出说明的范围' : '' }
      if (name === 'decide') return this.shop.as(this.staff).decideRefund({ params: { id: refund.id }, body: decision })
      const params = { id: refund.orderId, refundId: refund.id }
      return this.shop.as(this.buyer).withdrawRefund({ params })
    }
    const id = await this.orderAt(at, unpaid)
    if (id === undefined) return
    const params = { id }
    if (name === 'amend') return this.amend(id, quantity, how)
    if (name === 'coins') return this.shop.as(this.buyer).payWithCoins({ params })
    if (name === 'start') {
      const body = { provider: how % 2 === 0 ? ('wechat-pay' as const) : ('test' as const) }
      return this.shop.as(this.buyer).startPayment({ params, body })
    }
    if (how % 2 === 0) return this.shop.as(this.buyer).closeOrder({ params })
    return this.shop.as(this.staff).closeManagedOrder({ params, body: { reason: '停售' } })
  }
}
