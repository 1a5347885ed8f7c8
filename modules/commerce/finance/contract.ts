/** Finance: reports of what was sold, and whether it agrees with the ledger and the payments. */
import { Type } from 'typebox'
import { contract } from '#kit/contract.ts'
import { OneOf, PageQuery } from '#kit/schema.ts'
import { readsCompanyFinance, readsFinance } from './contract/access.ts'
import {
  Checks,
  filters,
  groupings,
  Ledger,
  OpenRefunds,
  Revenue,
  RevenueByPeriod,
  range,
  Settlement,
  units,
} from './contract/shapes.ts'

const Unit = OneOf(units)
const CurrencyKind = OneOf([1, 2] as const)

export const finance = contract({
  revenue: {
    method: 'GET',
    path: '/finance/revenue',
    summary: 'Revenue in coins or in RMB by item, organization of the buyer or kind of content, the largest first',
    access: readsFinance,
    query: PageQuery({ ...filters, by: OneOf(groupings) }),
    response: Revenue,
    cacheSeconds: 0,
  },
  revenueByPeriod: {
    method: 'GET',
    path: '/finance/revenue/periods',
    summary: 'The same by day, week or month; those in which nothing was sold are in it',
    access: readsFinance,
    query: Type.Object({ ...filters, unit: Unit }),
    response: RevenueByPeriod,
    cacheSeconds: 0,
  },
  exportRevenue: {
    method: 'GET',
    path: '/finance/revenue/export',
    summary: 'Revenue as a spreadsheet of four sheets: by period, item, organization and kind',
    access: readsFinance,
    query: Type.Object({ ...filters, unit: Unit }),
    response: Type.Unknown(),
    kind: 'stream',
  },
  openRefunds: {
    method: 'GET',
    path: '/finance/refunds',
    summary: 'Refunds that wait for a decision or for the money, and how long they wait',
    access: readsFinance,
    response: OpenRefunds,
    cacheSeconds: 0,
  },
  ledger: {
    method: 'GET',
    path: '/finance/ledger',
    summary: 'Coins or points issued, spent, refunded, expired and in circulation, by day, week or month',
    access: readsCompanyFinance,
    query: Type.Object({ ...range, kind: CurrencyKind, unit: Unit }),
    response: Ledger,
    cacheSeconds: 0,
  },
  exportLedger: {
    method: 'GET',
    path: '/finance/ledger/export',
    summary: 'The same as a spreadsheet',
    access: readsCompanyFinance,
    query: Type.Object({ ...range, kind: CurrencyKind, unit: Unit }),
    response: Type.Unknown(),
    kind: 'stream',
  },
  settlement: {
    method: 'GET',
    path: '/finance/settlement',
    summary: 'RMB by provider, and invoices beside what was paid',
    access: readsCompanyFinance,
    query: Type.Object(range),
    response: Settlement,
    cacheSeconds: 0,
  },
  checks: {
    method: 'GET',
    path: '/finance/checks',
    summary: 'Whether revenue agrees with the postings of the ledger and with payments, and which orders differ',
    access: readsCompanyFinance,
    query: Type.Object(range),
    response: Checks,
    cacheSeconds: 0,
  },
  exportSettlement: {
    method: 'GET',
    path: '/finance/settlement/export',
    summary: 'Checks, providers, invoices and open refunds as a spreadsheet',
    access: readsCompanyFinance,
    query: Type.Object(range),
    response: Type.Unknown(),
    kind: 'stream',
  },
})
