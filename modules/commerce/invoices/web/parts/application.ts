/** What an application still lacks, for the form that says so while it is filled in. */
import { type Info, missingForSpecial } from '../../contract/infos.ts'
import { amountMaxFen, type InvoiceMedium, type InvoiceType, ordersMax } from '../../contract/states.ts'

export interface Draft {
  /** Amounts of the chosen orders, in fen. */
  readonly amounts: readonly string[]
  readonly info: Info | undefined
  readonly invoiceType: InvoiceType
  readonly invoiceMedium: InvoiceMedium
  readonly addressId: string | undefined
}

export const sumOf = (amounts: readonly string[]): bigint => amounts.reduce((sum, one) => sum + BigInt(one), 0n)

export type Lack = 'orders' | 'tooMany' | 'tooLarge' | 'info' | 'taxId' | 'special' | 'address'

/** The first reason why the application would be refused; undefined where there is none. */
export function lackOf({ amounts, info, invoiceType, invoiceMedium, addressId }: Draft): Lack | undefined {
  if (amounts.length === 0) return 'orders'
  if (amounts.length > ordersMax) return 'tooMany'
  if (sumOf(amounts) > amountMaxFen) return 'tooLarge'
  if (info === undefined) return 'info'
  const isSpecial = invoiceType === 'vat-special'
  if (info.taxpayerId === '' && (isSpecial || info.kind === 'company')) return 'taxId'
  if (isSpecial && (info.kind !== 'company' || missingForSpecial(info).length > 0)) return 'special'
  return invoiceMedium === 'paper' && addressId === undefined ? 'address' : undefined
}
