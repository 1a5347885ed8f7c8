/** Records as an xlsx file in the caller's language. Amounts are text, because they must keep every digit. */
import { decimalText } from '#kit/amounts.ts'
import type { Language } from '#kit/caller.ts'
import { instantText } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { StreamAnswer } from '#server/module.ts'
import { sheetAnswer } from '#server/spreadsheet/answer.ts'
import type { TradeRecord } from '../contract/shapes.ts'

const columnWidths = [20, 10, 14, 18, 18, 30, 30, 16, 40]

/** The sheet's own texts; the rest are maps `coin-record-type` and `trade-type`. */
const texts: Readonly<
  Record<Language, { fileName: string; headings: string[]; types: string[]; trades: Record<number, string> }>
> = {
  cn: {
    fileName: '交易明细',
    headings: ['时间', '收支', '交易类型', '金额', '余额', '用途', '说明', '操作人', '流水号'],
    types: ['', '收入', '支出'],
    trades: {
      1: '分配',
      2: '发放',
      3: '订阅',
      4: '打赏',
      5: '退款',
      6: '会员卡',
      7: '课程',
      8: '专题',
      9: '积分打赏',
      10: '积分分配',
      11: '班级',
      12: '多类型',
      14: '兑换卡',
      15: '取消',
      16: '积分奖励',
      17: '网课平台商品',
      18: '手动调整',
      19: '直播',
    },
  },
  en: {
    fileName: 'records',
    headings: ['Time', 'Kind', 'Trade type', 'Amount', 'Balance', 'For', 'Reason', 'By', 'Number'],
    types: ['', 'income', 'expense'],
    trades: {
      1: 'allocate',
      2: 'issue',
      3: 'subscribe',
      4: 'reward',
      5: 'refund',
      6: 'member card',
      7: 'course',
      8: 'subject',
      9: 'points reward',
      10: 'points allocate',
      11: 'class',
      12: 'multi-type',
      14: 'redeem card',
      15: 'cancel',
      16: 'points award',
      17: 'online course platform item',
      18: 'manual adjustment',
      19: 'live',
    },
  },
}

export async function exportRecords(
  db: Connection,
  companyId: string,
  records: readonly TradeRecord[],
  language: Language,
): Promise<StreamAnswer> {
  const textOf = await instantText(db, companyId, 'second')
  const { fileName, headings, types, trades } = texts[language]
  const lines = records.map((record) => [
    textOf(record.createTime),
    types[record.type] ?? '',
    trades[record.tradeType] ?? '',
    decimalText(record.type === 1 ? record.tradeAmount : `-${record.tradeAmount}`),
    decimalText(record.availableBalance),
    record.detail,
    record.reason,
    record.createMemberFullName,
    record.id,
  ])
  return sheetAnswer(fileName, [headings, ...lines], { columnWidths, plainName: 'records' })
}
