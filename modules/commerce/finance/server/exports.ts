/** The reports as spreadsheets, with the figures of the screens and in the language of their reader. */
import { decimalText } from '#kit/amounts.ts'
import type { Language } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { instantText } from '#modules/platform/identity/server.ts'
import type { Context, StreamAnswer } from '#server/module.ts'
import { workbookAnswer } from '#server/spreadsheet/answer.ts'
import type { SheetRow } from '#server/spreadsheet/sheet-row.ts'
import type { Sheet } from '#server/spreadsheet/xlsx.ts'
import { moduleText } from '#server/texts.ts'
import { type Compared, type Figures, groupings, waits } from '../contract/shapes.ts'
import type { finance } from '../contract.ts'
import { checks } from './checks.ts'
import { rangeOf } from './days.ts'
import type { FinanceDb } from './db.ts'
import { ledger } from './ledger.ts'
import { nameRows, periodRows } from './revenue.ts'
import { readSales } from './sales.ts'
import { openRefunds, settlement } from './settlement.ts'

const textsOf = (language: Language) => (key: string) => moduleText('finance', key, language) ?? key

/** A number that Excel adds up; beyond what it holds exactly, a text. */
function amountCell(hundredths: string): string | number {
  const value = Number(hundredths)
  if (Number.isSafeInteger(value)) return value / 100
  return decimalText(hundredths)
}

const figureNames = ['orders', 'units', 'buyers', 'gross', 'discount', 'refunded', 'net'] as const
const cellOf = (figures: Figures, name: (typeof figureNames)[number]) =>
  typeof figures[name] === 'number' ? figures[name] : amountCell(figures[name])

const comparedCells = ({ current, previous }: Compared): SheetRow => [
  ...figureNames.map((name) => cellOf(current, name)),
  ...figureNames.map((name) => cellOf(previous, name)),
]

type Export<Name extends 'exportRevenue' | 'exportLedger'> = Input<(typeof finance)[Name]>['query']
const fileName = (name: string, { from, until }: { from: string; until: string }) => `${name} ${from} ${until}`

export async function exportRevenue(
  db: FinanceDb,
  { from, until, unit, ...filter }: Export<'exportRevenue'>,
  context: Context,
): Promise<StreamAnswer> {
  const { caller, language } = context
  const t = textsOf(language)
  const range = await rangeOf(db, caller.companyId, { from, until })
  const figures = figureNames.map((name) => t(`figures.${name}`))
  const heading = [...figures, ...figures.map((name) => `${t('previous')}: ${name}`)]
  const periods = await periodRows(db, caller, { range, filter, unit })
  const total: SheetRow = [t('total'), ...comparedCells(periods.total)]
  const name = `${t(`payTypes.${filter.payType}`)} · ${t(`units.${unit}`)}`
  const byPeriod = periods.items.map(
    (row): SheetRow => [row.from === row.until ? row.from : `${row.from} – ${row.until}`, ...comparedCells(row)],
  )
  const sheets: Sheet[] = [{ sheetName: name, rows: [[t('period'), ...heading], ...byPeriod, total] }]
  for (const by of groupings) {
    const found = await readSales(db, caller, { range, filter, by })
    const rows = (await nameRows(db, context, by, found.rows)).map((row): SheetRow => [row.name, ...comparedCells(row)])
    const all: SheetRow = [t('total'), ...comparedCells(found.total)]
    sheets.push({ sheetName: t(`by.${by}`), rows: [[t(`by.${by}`), ...heading], ...rows, all] })
  }
  return workbookAnswer(fileName(t('revenue.title'), range), sheets, { plainName: 'revenue' })
}

const movementNames = ['issued', 'takenBack', 'spent', 'refunded', 'expired'] as const

export async function exportLedger(
  db: FinanceDb,
  query: Export<'exportLedger'>,
  context: Context,
): Promise<StreamAnswer> {
  const t = textsOf(context.language)
  const found = await ledger(db, query, context)
  const heading = [...movementNames.map((name) => t(`ledger.${name}`)), t('ledger.circulation')]
  const rows = found.items.map(
    (row): SheetRow => [
      row.from === row.until ? row.from : `${row.from} – ${row.until}`,
      ...movementNames.map((name) => amountCell(row[name])),
      amountCell(row.circulation),
    ],
  )
  const last = found.items.at(-1)?.circulation ?? found.circulationNow
  const total: SheetRow = [t('total'), ...movementNames.map((name) => amountCell(found.total[name])), amountCell(last)]
  const purposes = found.purposes.map(
    ({ tradeType, entered, gone }): SheetRow => [...[t(`trades.${tradeType}`), amountCell(entered), amountCell(gone)]],
  )
  const sheets = [
    { sheetName: t(`currencies.${query.kind}`), rows: [[t('period'), ...heading], ...rows, total] },
    {
      sheetName: t('ledger.purposes'),
      rows: [[t('ledger.purpose'), t('ledger.entered'), t('ledger.gone')], ...purposes],
    },
  ]
  return workbookAnswer(fileName(t(`currencies.${query.kind}`), query), sheets, { plainName: 'ledger' })
}

async function checkSheets(db: FinanceDb, days: { from: string; until: string }, context: Context): Promise<Sheet[]> {
  const t = textsOf(context.language)
  const { items } = await checks(db, days, context)
  const totals = items.map(
    (one): SheetRow => [
      ...[t(`payTypes.${one.payType}`), amountCell(one.report), amountCell(one.orders), amountCell(one.booked)],
      amountCell(String(BigInt(one.orders) - BigInt(one.booked))),
      ...[one.orderCount, one.differingCount, t(one.differingCount === 0 ? 'checks.agrees' : 'checks.differs')],
    ],
  )
  const differing = items.flatMap((one) =>
    one.differing.map(
      (order): SheetRow => [
        ...[t(`payTypes.${one.payType}`), order.number || order.orderId],
        ...[amountCell(order.orders), amountCell(order.booked), amountCell(order.difference)],
      ],
    ),
  )
  const names = ['kind', 'report', 'orders', 'booked', 'difference', 'orderCount', 'differingCount', 'result']
  const orderNames = ['kind', 'order', 'orders', 'booked', 'difference']
  return [
    { sheetName: t('checks.title'), rows: [names.map((name) => t(`checks.${name}`)), ...totals] },
    { sheetName: t('checks.differing'), rows: [orderNames.map((name) => t(`checks.${name}`)), ...differing] },
  ]
}

export async function exportSettlement(
  db: FinanceDb,
  days: { from: string; until: string },
  context: Context,
): Promise<StreamAnswer> {
  const { language, caller } = context
  const t = textsOf(language)
  const { providers, invoices, paid } = await settlement(db, days, context)
  const { items: refunds } = await openRefunds(db, context)
  const timeOf = await instantText(db, caller.companyId, 'minute')
  const providerNames = [
    'provider',
    'paidCount',
    'paid',
    'refundCount',
    'refunded',
    'automatic',
    'billDays',
    'differences',
  ]
  const states = invoices.states.map(
    ({ state, count, amount }): SheetRow => [...[t(`invoiceStates.${state}`), count, amountCell(amount)]],
  )
  const sheets: Sheet[] = [
    ...(await checkSheets(db, days, context)),
    {
      sheetName: t('providers.title'),
      rows: [
        providerNames.map((name) => t(`providers.${name}`)),
        ...providers.map(
          (one): SheetRow => [
            ...[t(`providers.names.${one.provider}`), one.paidCount, amountCell(one.paid), one.refundCount],
            ...[amountCell(one.refunded), amountCell(one.automatic), one.billDays, one.differenceCount],
          ],
        ),
      ],
    },
    {
      sheetName: t('invoices.title'),
      rows: [
        [t('invoices.state'), t('invoices.count'), t('invoices.amount')],
        ...states,
        [t('invoices.issued'), invoices.issuedCount, amountCell(invoices.issued)],
        [t('invoices.reversed'), '', amountCell(invoices.reversed)],
        [t('invoices.paid'), '', amountCell(paid)],
      ],
    },
    {
      sheetName: t('refunds.title'),
      rows: [
        [
          ...[t('checks.kind'), t('refunds.status'), t('refunds.count'), t('refunds.amount'), t('refunds.coinValue')],
          ...[t('refunds.oldest'), ...waits.map((wait) => t(`refunds.waits.${wait}`))],
        ],
        ...refunds.map(
          (one): SheetRow => [
            ...[t(`payTypes.${one.payType}`), t(`refunds.statuses.${one.status}`), one.count, amountCell(one.amount)],
            ...[one.payType === 2 ? amountCell(one.coinValue) : '', timeOf(one.oldestAt), ...one.waiting],
          ],
        ),
      ],
    },
  ]
  return workbookAnswer(fileName(t('settlement.title'), days), sheets, { plainName: 'settlement' })
}
