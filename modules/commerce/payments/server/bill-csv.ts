/** The bills of the providers as they are downloaded: CSV in UTF-8 (WeChat Pay) or GBK (Alipay), with lines around the table. */
import type { BillProviderName } from '../contract/shapes.ts'
import { fenOfYuan } from './provider.ts'

export interface BillLine {
  readonly line: number
  readonly kind: 'payment' | 'refund'
  readonly tradeNumber: string
  readonly refundNumber: string
  readonly amountFen: bigint
  /** The day as the bill counts it; empty where a line says none. */
  readonly day: string
}

export class BillUnreadable extends Error {
  readonly line: number

  constructor(line: number) {
    super(`no bill: line ${line}`)
    this.line = line
  }
}

const billLinesMax = 200_000
const lineLengthMax = 4000

function textOf(bytes: Uint8Array): string {
  for (const encoding of ['utf-8', 'gb18030']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {}
  }
  throw new BillUnreadable(1)
}

/** One line of CSV. WeChat Pay puts a backtick before a value, Alipay a tab behind it. */
function cellsOf(line: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at]
    if (sign === '"') {
      if (isQuoted && line[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = !isQuoted
    } else if (sign === ',' && !isQuoted) {
      cells.push(cell)
      cell = ''
    } else cell += sign
  }
  cells.push(cell)
  return cells.map((one) => one.replace(/^[`\s]+|[\s]+$/g, ''))
}

type Cells = (column: string) => string

interface Format {
  /** The columns by which the header is found. */
  readonly header: readonly string[]
  /** Where the table ends. */
  readonly isEnd: (line: string) => boolean
  readonly lineOf: (cells: Cells) => Omit<BillLine, 'line'> | null | undefined
}

const dayOf = (text: string) => /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0] ?? ''

const formats: Readonly<Record<BillProviderName, Format>> = {
  alipay: {
    header: ['商户订单号', '业务类型', '完成时间', '订单金额（元）'],
    isEnd: (line) => line.startsWith('#'),
    lineOf(cells) {
      const amount = fenOfYuan(cells('订单金额（元）'))
      if (amount === undefined) return undefined
      const shared = { tradeNumber: cells('商户订单号'), day: dayOf(cells('完成时间')) }
      const kind = cells('业务类型')
      if (kind === '交易') return { ...shared, kind: 'payment', refundNumber: '', amountFen: amount }
      const refundNumber = cells('退款批次号/请求号')
      if (kind === '退款') return { ...shared, kind: 'refund', refundNumber, amountFen: amount < 0n ? -amount : amount }
      return undefined
    },
  },
  'wechat-pay': {
    header: ['商户订单号', '交易状态', '交易时间', '订单金额'],
    isEnd: (line) => line.startsWith('总交易单数'),
    lineOf(cells) {
      const shared = { tradeNumber: cells('商户订单号'), day: dayOf(cells('交易时间')) }
      const state = cells('交易状态')
      const amountFen = fenOfYuan(cells(state === 'REFUND' ? '申请退款金额' : '订单金额'))
      if (amountFen === undefined) return undefined
      if (state === 'SUCCESS') return { ...shared, kind: 'payment', refundNumber: '', amountFen }
      if (state === 'REFUND') return { ...shared, kind: 'refund', refundNumber: cells('商户退款单号'), amountFen }
      return state === 'REVOKED' ? null : undefined
    },
  },
}

/** Throws `BillUnreadable` for whatever is no bill of the provider. */
export function readBill(provider: BillProviderName, bytes: Uint8Array): BillLine[] {
  const lines = textOf(bytes).split(/\r?\n/)
  const { header, isEnd, lineOf } = formats[provider]
  const start = lines.slice(0, 20).findIndex((line) => {
    const cells = cellsOf(line.replace(/^﻿/, '').slice(0, lineLengthMax))
    return header.every((name) => cells.includes(name))
  })
  if (start < 0) throw new BillUnreadable(1)
  const columns = new Map(cellsOf((lines[start] ?? '').replace(/^﻿/, '')).map((name, index) => [name, index]))
  const found: BillLine[] = []
  for (let at = start + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (isEnd(line)) break
    if (line.trim() === '') continue
    if (line.length > lineLengthMax || found.length >= billLinesMax) throw new BillUnreadable(at + 1)
    const cells = cellsOf(line)
    const read = lineOf((column) => cells[columns.get(column) ?? -1] ?? '')
    if (read === undefined) throw new BillUnreadable(at + 1)
    if (read) found.push({ ...read, line: at + 1 })
  }
  return found
}
