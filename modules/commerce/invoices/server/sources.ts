/** What can be invoiced belongs to modules above: they register how it is found and listed. */
import { type RawBuilder, sql } from 'kysely'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { pageWindow } from '#kit/schema.ts'
import type { Connection } from '#server/db/connection.ts'
import type { PageOf, Paging } from '#server/db/page.ts'
import { lockNames } from '#server/db/transaction.ts'
import { extensionPoint } from '#server/extension.ts'
import type { Invoiceable } from '../contract/invoices.ts'
import type { MemberType } from '../contract/states.ts'

/** Something that was paid for: an order. Amounts are in fen. */
export interface InvoiceableItem {
  readonly id: string
  readonly number: string
  readonly subject: string
  readonly paidFen: bigint
  readonly refundedFen: bigint
  readonly paidAt: number
  /** `purchaser` where it was bought for others. */
  readonly memberType: MemberType
}

interface Owner {
  readonly companyId: string
  readonly memberId: string
}

export interface InvoiceSource {
  /** Small letters and hyphens, unique on the platform: `orders`. */
  readonly name: string
  /**
   * The member's paid items among these ids. Reads the newest committed state and locks no rows: invoices holds the locks of
   * the items by then, and a refund waits for them.
   */
  find(db: Connection, owner: Owner & { readonly ids: readonly string[] }): Promise<readonly InvoiceableItem[]>
  /**
   * A window of the member's paid items of this kind with something left to invoice, the newest first. `isFree` is the condition that
   * no invoice counts for the id: `where ${isFree(sql`o.id`)}`.
   */
  list(
    db: Connection,
    query: Owner & {
      readonly memberType: MemberType
      readonly limit: number
      readonly offset: number
      readonly isFree: (id: RawBuilder<unknown>) => RawBuilder<boolean>
    },
  ): Promise<{ readonly items: readonly InvoiceableItem[]; readonly recordCount: number }>
}

export const invoiceSource = extensionPoint<InvoiceSource>('invoices.source')

export interface ItemReference {
  readonly source: string
  readonly id: string
}

export interface FoundItem extends InvoiceableItem {
  readonly source: string
}

const isFreeOf =
  (companyId: string, source: string) =>
  (id: RawBuilder<unknown>): RawBuilder<boolean> =>
    sql<boolean>`not exists (select from invoices.invoice_source taken
      where taken.source_id = ${id} and taken.source = ${source} and taken.company_id = ${companyId} and taken.is_active)`

/** What was paid for an item and not refunded. */
export const remainingFen = ({ paidFen, refundedFen }: Pick<InvoiceableItem, 'paidFen' | 'refundedFen'>): bigint =>
  paidFen > refundedFen ? paidFen - refundedFen : 0n

/**
 * Until the transaction ends, nobody else applies for an invoice of these items, refunds them or reverses their invoice: what
 * an application reads of them afterwards holds when it commits.
 */
export async function lockItems(db: Connection, items: readonly ItemReference[]): Promise<void> {
  await lockNames(db, ...items.map(({ source, id }) => `invoices.item:${source}:${id}`))
}

/** The items, in the order asked for. Refuses (900005) what is not a paid item of the member, of another kind, or named twice. */
export async function findItems(
  db: Connection,
  { companyId, memberId }: Owner,
  wanted: readonly ItemReference[],
  memberType: MemberType,
): Promise<FoundItem[]> {
  const found = new Map<string, FoundItem>()
  for (const source of invoiceSource.all()) {
    const ids = wanted.filter((one) => one.source === source.name).map(({ id }) => id)
    if (ids.length === 0) continue
    for (const item of await source.find(db, { companyId, memberId, ids }))
      found.set(`${source.name}:${item.id}`, { ...item, source: source.name })
  }
  const keys = new Set(wanted.map(({ source, id }) => `${source}:${id}`))
  if (keys.size !== wanted.length) throw refuse(NOT_FOUND)
  return [...keys].map((key) => {
    const item = found.get(key)
    if (!item || item.memberType !== memberType) throw refuse(NOT_FOUND)
    return item
  })
}

/** The items of all sources, those of one after those of another. */
export async function listInvoiceable(
  db: Connection,
  { companyId, memberId }: Owner,
  query: Paging & { readonly memberType: MemberType },
): Promise<PageOf<Invoiceable>> {
  const { limit, offset } = pageWindow(query)
  const page: PageOf<Invoiceable> = { items: [], recordCount: 0 }
  for (const source of invoiceSource.all()) {
    const window = {
      limit: limit - page.items.length,
      offset: Math.max(0, offset - page.recordCount),
      isFree: isFreeOf(companyId, source.name),
    }
    const found = await source.list(db, { companyId, memberId, memberType: query.memberType, ...window })
    page.recordCount += found.recordCount
    page.items.push(
      ...found.items.map((item) => ({
        ...{ source: source.name, id: item.id, number: item.number, subject: item.subject },
        ...{ amount: String(remainingFen(item)), paidAt: item.paidAt },
      })),
    )
  }
  return page
}
