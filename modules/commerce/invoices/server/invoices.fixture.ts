/** Invoices for tests and demo data, and paid items in place of orders for tests of invoices themselves. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { contract } from '#kit/contract.ts'
import type { Connection } from '#server/db/connection.ts'
import { type ServerModule, serverModule } from '#server/module.ts'
import type { InfoInput } from '../contract/infos.ts'
import type { InvoiceMedium, InvoiceState, MemberType } from '../contract/states.ts'
import { invoicesTables } from './db.ts'
import { addInfo, titleColumns } from './infos.ts'
import { recordEvent } from './invoice-records.ts'
import { sourceRefunded } from './refunds.ts'
import { type InvoiceableItem, invoiceSource } from './sources.ts'

const dayMs = 86_400_000

interface Owner {
  readonly companyId: string
  readonly id: string
}

/** A company with a taxpayer id whose last character is right. */
export const companyInfo = (change: Partial<InfoInput> = {}): InfoInput => ({
  ...{ kind: 'company', title: '云帆科技有限公司', taxpayerId: '91350100M000100Y43', remark: '', isDefault: false },
  ...{ registeredAddress: '深圳市南山区科技园路1号', registeredPhone: '0755-26731234' },
  ...{ bank: '招商银行深圳科技园支行', bankAccount: '755912345610001' },
  ...change,
})

export const personalInfo = (change: Partial<InfoInput> = {}): InfoInput => ({
  ...{ kind: 'personal', title: '林知远', taxpayerId: '', remark: '', isDefault: false },
  ...{ registeredAddress: '', registeredPhone: '', bank: '', bankAccount: '' },
  ...change,
})

export async function buildInfo(connection: Connection, owner: Owner, input = companyInfo(), now = 0): Promise<string> {
  const { companyId, id: memberId } = owner
  return (await addInfo(invoicesTables(connection), { companyId, memberId }, input, now)).id
}

interface InvoiceInput {
  readonly owner: Owner
  readonly state?: InvoiceState
  readonly medium?: InvoiceMedium
  readonly memberType?: MemberType
  readonly title?: string
  readonly amountFen?: number
  readonly dueFen?: number
  readonly address?: object
  /** What it is of; without one, something that no module knows. */
  readonly order?: { readonly id: string; readonly number: string; readonly subject: string }
  /** Its PDF. */
  readonly fileId?: string
  /** Who of finance has agreed to it and issued it, a day later. */
  readonly by?: string
  readonly now?: number
}

async function recordIssue(
  db: ReturnType<typeof invoicesTables>,
  event: Omit<Parameters<typeof recordEvent>[1], 'kind'>,
  actorId: string,
): Promise<void> {
  await recordEvent(db, { ...event, kind: 'agreed', actorId, now: event.now + dayMs })
  await recordEvent(db, { ...event, kind: 'issued', actorId, now: event.now + dayMs })
}

/** An invoice of one order in any state, as it would be there. */
export async function buildInvoice(connection: Connection, input: InvoiceInput): Promise<string> {
  const { owner, state = 0, medium = 'electronic', memberType = 'individual', amountFen = 19_900, now = 0 } = input
  const { order, fileId = null } = input
  const db = invoicesTables(connection)
  const id = uuid()
  const { companyId, id: memberId } = owner
  const dueFen = state === 4 ? (input.dueFen ?? amountFen) : 0
  const isIssued = state === 2 || state === 4
  await db
    .insertInto('invoices.invoice')
    .values({
      ...{ id, company_id: companyId, member_id: memberId, member_type: memberType, state, type: 'vat-ordinary' },
      ...{ medium, billing_type: 'training', ...titleColumns(companyInfo(input.title ? { title: input.title } : {})) },
      ...{ amount_fen: state === 5 ? 0 : amountFen, due_fen: dueFen, applied_at: now, updated_at: now },
      ...{
        file_id: fileId,
        address: input.address ? JSON.stringify(input.address) : null,
        issued_at: isIssued ? now : null,
      },
      ...{ invoice_number: isIssued ? String(BigInt(`0x${id.replaceAll('-', '')}`)).slice(-20) : null },
    })
    .execute()
  await db
    .insertInto('invoices.invoice_source')
    .values({
      ...{ invoice_id: id, company_id: companyId, source: order ? 'order' : 'orders' },
      ...{ source_id: order?.id ?? uuid(), number: order?.number ?? `D${id.slice(-8)}` },
      ...{ subject: order?.subject ?? input.title ?? '安全生产培训', amount_fen: amountFen, due_fen: dueFen },
      ...{ reduced_fen: state === 5 ? amountFen : 0, is_active: state !== 3 && state !== 5 },
    })
    .execute()
  const event = { companyId, invoiceId: id, actorId: memberId, amountFen: BigInt(amountFen), now }
  await recordEvent(db, { ...event, kind: 'applied' })
  if (isIssued && input.by) await recordIssue(db, event, input.by)
  return id
}

/** Paid items of a table of their own. */
export class PaidItems {
  readonly #db: () => Connection

  constructor(db: () => Connection) {
    this.#db = db
  }

  readonly module: ServerModule = serverModule({
    name: 'paid-items',
    contract: contract({}),
    routes: {},
    extensions: [
      invoiceSource({
        name: 'items',
        async find(db, { companyId, memberId, ids }) {
          const { rows } = await sql<Row>`select * from paid.item
            where company_id = ${companyId} and member_id = ${memberId} and id = any(${[...ids]}::uuid[])`.execute(
            invoicesTables(db),
          )
          return rows.map(itemOf)
        },
        async list(db, { companyId, memberId, memberType, limit, offset, isFree }) {
          const matching = sql`from paid.item p where p.company_id = ${companyId} and p.member_id = ${memberId}
            and p.member_type = ${memberType} and p.paid_fen > p.refunded_fen and ${isFree(sql`p.id`)}`
          const tables = invoicesTables(db)
          const { rows } = await sql<Row>`select p.* ${matching} order by p.paid_at desc, p.id desc
            limit ${limit} offset ${offset}`.execute(tables)
          const { rows: counted } = await sql<{ count: number }>`select count(*)::int as count ${matching}`.execute(
            tables,
          )
          return { items: rows.map(itemOf), recordCount: counted[0]?.count ?? 0 }
        },
      }),
    ],
  })

  async createTable(): Promise<void> {
    const tables = invoicesTables(this.#db())
    await sql`create schema paid`.execute(tables)
    await sql`create table paid.item (id uuid primary key, company_id uuid not null, member_id uuid not null,
      number text not null, subject text not null, paid_fen bigint not null, refunded_fen bigint not null default 0,
      paid_at bigint not null, member_type text not null)`.execute(tables)
  }

  /** Answers the reference of a new item, as applications take it. */
  async add(
    { companyId, id: memberId }: Owner,
    { paidFen = 19_900, memberType = 'individual' as MemberType, paidAt = 0 } = {},
  ): Promise<{ source: string; id: string }> {
    const id = uuid()
    await sql`insert into paid.item (id, company_id, member_id, number, subject, paid_fen, paid_at, member_type)
      values (${id}, ${companyId}, ${memberId}, ${`D${id.slice(-8)}`}, '安全生产培训', ${paidFen}, ${paidAt},
        ${memberType})`.execute(invoicesTables(this.#db()))
    return { source: 'items', id }
  }

  /** Refunds something of an item and tells invoices so, as orders do in one transaction. Answers whether there was so much. */
  async refund(
    db: Connection,
    { companyId }: Pick<Owner, 'companyId'>,
    id: string,
    fen: number,
    now = 0,
  ): Promise<boolean> {
    const { rows } = await sql<Row>`update paid.item set refunded_fen = refunded_fen + ${fen}
      where id = ${id} and refunded_fen + ${fen} <= paid_fen returning *`.execute(invoicesTables(db))
    const [row] = rows
    if (!row) return false
    await sourceRefunded(db, { companyId, source: 'items', item: itemOf(row), now })
    return true
  }
}

interface Row {
  readonly id: string
  readonly number: string
  readonly subject: string
  readonly paid_fen: number
  readonly refunded_fen: number
  readonly paid_at: number
  readonly member_type: MemberType
}

const itemOf = (row: Row): InvoiceableItem => ({
  ...{ id: row.id, number: row.number, subject: row.subject, paidAt: Number(row.paid_at) },
  ...{ paidFen: BigInt(row.paid_fen), refundedFen: BigInt(row.refunded_fen), memberType: row.member_type },
})
