/**
 * Random sequences of applications, decisions, refunds and red-letter invoices, some of them at the same moment. After each step nothing
 * is invoiced above what was paid and not refunded, and what an invoice says is the sum of its lines. FC_RUNS and FC_SEED select more.
 */
import fc from 'fast-check'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, expect, it } from 'vitest'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { serverModules } from '#server/modules.ts'
import { testPlatform } from '#test/harness.ts'
import { codeOf } from '#test/outcomes.ts'
import { invoices } from '../contract.ts'
import { buildInfo, PaidItems } from './invoices.fixture.ts'

const runs = Number(process.env.FC_RUNS ?? 12)
const seed = process.env.FC_SEED === undefined ? undefined : Number(process.env.FC_SEED)
const items = new PaidItems(() => platform.db)
const platform = testPlatform({ poolSize: 8, modules: [...serverModules, items.module] })
const orderCount = 4
let companyId: string
let chief: BuiltMember

beforeAll(async () => {
  await items.createTable()
  companyId = await buildCompany(platform.db)
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
})

type Operation =
  | { readonly op: 'apply'; readonly orders: readonly number[] }
  | { readonly op: 'agree' | 'reject' | 'again' | 'issue' | 'reverse' | 'reissue'; readonly at: number }
  | { readonly op: 'refund'; readonly order: number; readonly fen: number }

const at = fc.nat(5)
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({
    op: fc.constant('apply' as const),
    orders: fc.uniqueArray(fc.nat(orderCount - 1), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ op: fc.constantFrom('agree', 'issue', 'agree', 'issue', 'reject', 'again', 'reverse', 'reissue'), at }),
  fc.record({
    op: fc.constant('refund' as const),
    order: fc.nat(orderCount - 1),
    fen: fc.integer({ min: 1, max: 60 }),
  }),
) as fc.Arbitrary<Operation>
const step = fc.array(operation, { minLength: 1, maxLength: 3 })

class World {
  readonly buyer: BuiltMember
  readonly infoId: string
  readonly orders: readonly { source: string; id: string }[]

  constructor(buyer: BuiltMember, infoId: string, orders: readonly { source: string; id: string }[]) {
    this.buyer = buyer
    this.infoId = infoId
    this.orders = orders
  }

  async bodyOf(chosen: readonly { source: string; id: string }[]) {
    const { rows } = await sql<{ fen: string }>`select sum(paid_fen - refunded_fen)::text as fen from paid.item
      where id = any(${chosen.map(({ id }) => id)}::uuid[])`.execute(platform.root)
    return {
      ...({ memberType: 'individual', invoiceType: 'vat-ordinary', invoiceMedium: 'electronic' } as const),
      ...{ orders: [...chosen], infoId: this.infoId, billingType: 'training' as const, amount: rows[0]?.fen ?? '0' },
    }
  }

  async invoiceAt(index: number): Promise<{ id: string; lines: { source: string; id: string }[] } | undefined> {
    const { rows } = await sql<{ id: string }>`select id from invoices.invoice where member_id = ${this.buyer.id}
      order by id`.execute(platform.root)
    const id = rows[index % Math.max(1, rows.length)]?.id
    if (id === undefined) return undefined
    return { id, lines: (await platform.client(invoices, this.buyer).ownInvoice({ params: { id } })).lines }
  }

  async do(operation: Operation): Promise<unknown> {
    const own = platform.client(invoices, this.buyer)
    const finance = platform.client(invoices, chief)
    if (operation.op === 'apply') {
      const chosen = operation.orders.flatMap((index) => this.orders[index] ?? [])
      return own.applyForInvoice({ body: await this.bodyOf(chosen) })
    }
    if (operation.op === 'refund') {
      const id = this.orders[operation.order]?.id ?? ''
      return inTransaction(platform.db, (db) => items.refund(db, { companyId }, id, operation.fen, platform.now))
    }
    const invoice = await this.invoiceAt(operation.at)
    if (!invoice) return undefined
    const params = { id: invoice.id }
    const number = String(BigInt(`0x${uuid().replaceAll('-', '')}`)).slice(-20)
    const chosen = invoice.lines.map(({ source, id }) => ({ source, id }))
    const calls = {
      agree: () => finance.agreeToInvoice({ params, body: {} }),
      reject: () => finance.rejectInvoice({ params, body: { reason: '不符' } }),
      again: async () => own.applyAgain({ params, body: await this.bodyOf(chosen) }),
      // The PDF is no part of the amounts: its row is written as the call would write it.
      issue: () =>
        sql`update invoices.invoice set state = 2, invoice_number = ${number}, issued_at = 0
          where id = ${invoice.id} and state = 1`.execute(platform.root),
      reverse: () => finance.reverseInvoice({ params, body: { number, isWhole: false } }),
      reissue: () => finance.reverseInvoice({ params, body: { number, isWhole: true } }),
    }
    return calls[operation.op]()
  }

  async assertAmounts(): Promise<void> {
    const { rows: above } = await sql`select p.id from paid.item p left join invoices.invoice_source s
        on s.source_id = p.id and s.is_active
      where p.member_id = ${this.buyer.id} group by p.id
      having coalesce(sum(s.amount_fen - s.reduced_fen - s.due_fen), 0) > p.paid_fen - p.refunded_fen
        or count(s.source_id) > 1`.execute(platform.root)
    expect(above).toEqual([])
    const { rows: wrong } = await sql`select i.id, i.state, i.amount_fen, i.due_fen from invoices.invoice i
        join invoices.invoice_source s on s.invoice_id = i.id
      where i.member_id = ${this.buyer.id} group by i.id
      having (i.state <> 3 and i.amount_fen <> sum(s.amount_fen - s.reduced_fen)) or i.due_fen <> sum(s.due_fen)
        or (i.state = 4) <> (i.due_fen > 0)
        or (i.state in (0, 1, 2) and i.amount_fen = 0)
        or bool_or(s.is_active) <> (i.state <> 3 and i.amount_fen > 0)`.execute(platform.root)
    expect(wrong).toEqual([])
  }
}

it('nothing is invoiced above what was paid and not refunded, whatever happens in whatever order', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), async (steps) => {
    const buyer = await buildMember(platform.db, { companyId })
    const orders: { source: string; id: string }[] = []
    for (let index = 0; index < orderCount; index += 1) orders.push(await items.add(buyer, { paidFen: 100 }))
    const world = new World(buyer, await buildInfo(platform.db, buyer), orders)
    for (const operations of steps) {
      const settled = await Promise.allSettled(operations.map((one) => world.do(one)))
      const failed = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
      expect(failed.filter((error) => codeOf(error) === undefined)).toEqual([])
      await world.assertAmounts()
    }
  })
  await fc.assert(property, { numRuns: runs, ...(seed !== undefined && { seed }) })
}, 120_000)
