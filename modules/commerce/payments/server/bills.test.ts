/** Imported bills beside the payments of their day. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type BuiltMember, buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { apiPrefix } from '#server/http/app.ts'
import { CallRefused, refusal, testPlatform } from '#test/harness.ts'
import { payments } from '../contract.ts'
import { type BillLine, BillUnreadable, readBill } from './bill-csv.ts'
import { buildPayment } from './payments.fixture.ts'

const platform = testPlatform()
let buyer: BuiltMember
let chief: BuiltMember

/** A day for each test, so that none sees the bills of another. */
let dayNumber = 1
let day = ''
beforeAll(async () => {
  const companyId = await buildCompany(platform.db)
  buyer = await buildMember(platform.db, { companyId })
  chief = await buildMember(platform.db, { companyId, roles: ['super-admin'] })
})
beforeEach(() => {
  dayNumber += 2
  day = `2026-03-${String(dayNumber).padStart(2, '0')}`
})

/** The lines above the table as Alipay writes them, in GBK. */
const alipayHead = [
  'I9anuLaxptK1zvHD98+4sunRrw0KI9XLusWjulsyMDg4MDAwMDAwMDAwMDAxMDE1Nl0NCiPG8Mq8yNXG2qO6WzIwMjbE6jAz1MIwMsjVIDAw',
  'OjAwOjAwXSAgINbV1rnI1cbao7pbMjAyNsTqMDPUwjAzyNUgMDA6MDA6MDBdDQojLS0tLS0tLS0tLS0tLS0tLS0tLS0tLS0tLS0tLS0tLS0t',
  'LS0tLS0tLS3Stc7xw/fPuMHQse0tLS0tLS0tLS0tLS0tLS0tLS0tLS0tLS0tLS0tLS0tLS0tLS0tLS0tDQrWp7i2saa9u9LXusUsycy7p7ap',
  'taW6xSzStc7xwODQzSzJzMa3w/uzxiy0tL2oyrG85CzN6rPJyrG85CzDxbXqseC6xSzDxbXqw/uzxiyy2df31LEs1tW2y7rFLLbUt73Vy7un',
  'LLaptaW98Lbuo6jUqqOpLMnMvNLKtcrVo6jUqqOpLNanuLaxprrssPyjqNSqo6ksvK+31rGmo6jUqqOpLNanuLaxptPFu92jqNSqo6ksycy8',
  '0tPFu92jqNSqo6ksyK+6y8/6vfC27qOo1KqjqSzIr8P7s8Ysycy80rrssPzP+7fRvfC27qOo1KqjqSy/qM/7t9G98Lbuo6jUqqOpLM3Lv+7F',
  '+rTOusUvx+vH87rFLLf+zvG30aOo1KqjqSy31sjzo6jUqqOpLLG416INCg==',
].join('')
const [trade, refund] = ['vbvS1w==', 'zcu/7g=='].map((word) => Buffer.from(word, 'base64').toString('latin1'))

interface Line {
  readonly number: string
  readonly amount: string
  readonly refund?: string
  readonly day?: string
}

const numberOf = (id: string) => id.replaceAll('-', '')

/** The bytes of GBK stand in the text one by one. */
function alipayBill(lines: readonly Line[]): Buffer {
  const rows = lines.map((line) => {
    const at = `${line.day ?? day} 12:00:00`
    const kind = line.refund === undefined ? trade : refund
    const amounts = `${line.amount},${line.amount},0.00,0.00,0.00,0.00,0.00,,0.00,0.00`
    return `2026030222001\t,${line.number}\t,${kind},x,${at},${at},,,,,a***@example.com,${amounts},${line.refund ?? ''},0.00,0.00,\r\n`
  })
  const head = Buffer.from(alipayHead, 'base64').toString('latin1')
  return Buffer.from(`${head}${rows.join('')}#---\r\n#1\r\n`, 'latin1')
}

function wechatBill(lines: readonly Line[]): Buffer {
  const header =
    '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,' +
    '应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,' +
    '订单金额,申请退款金额,费率备注'
  const rows = lines.map(({ number, amount, refund: refundNumber }) => {
    const isRefund = refundNumber !== undefined
    const [paid, back] = isRefund ? ['0.00', amount] : [amount, '0.00']
    const state = isRefund ? 'REFUND' : 'SUCCESS'
    const cells = [
      ...[`${day} 23:59:59`, 'wx1', '1900000001', '0', '', '4200', number, 'o', 'NATIVE', state, 'OTHERS', 'CNY'],
      ...[paid, '0.00', '0', refundNumber ?? '0', back, '0.00', '', '', '课,程', '', '0.1', '0.60%', paid, back, ''],
    ]
    return cells
      .map((cell) => `\`${cell}`)
      .join(',')
      .replace('`课,程', '"`课,程"')
  })
  const end = ['总交易单数,应结订单总金额', '`1,`0']
  return Buffer.from(`\ufeff${[header, ...rows, ...end].join('\r\n')}`)
}

async function send(provider: string, bytes: Buffer, whose = chief, of = day) {
  const boundary = 'boundary-of-the-test'
  const field = (name: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const head = `${field('provider', provider)}${field('day', of)}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="bill.csv"\r\ncontent-type: text/csv\r\n\r\n`
  const answer = await platform.app.inject({
    method: 'POST',
    url: `${apiPrefix}/payment/manage/bill`,
    headers: { authorization: `Bearer ${whose.token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
  if (answer.statusCode !== 200) throw new CallRefused(answer.statusCode, answer.json())
  return answer.json<{ lineCount: number; differenceCount: number }>()
}
const as = (member: BuiltMember) => platform.client(payments, member)
const paid = (provider: 'alipay' | 'wechat-pay', amountFen: bigint) => {
  const now = Date.parse(`${day}T12:00:00+08:00`)
  const whose = { companyId: buyer.companyId, memberId: buyer.id }
  return buildPayment(platform.db, { ...whose, provider, amountFen, state: 'succeeded', now })
}
const differences = (provider: 'alipay' | 'wechat-pay') =>
  as(chief).reconciliationDifferences({ params: { provider, day } })

describe('the bill of a day', () => {
  it('of Alipay, in GBK, shows what differs', async () => {
    const [same, other, missing] = await Promise.all([paid('alipay', 9900n), paid('alipay', 100n), paid('alipay', 5n)])
    const lines = [
      { number: numberOf(same), amount: '99.00' },
      { number: numberOf(other), amount: '1.01' },
      { number: 'of-somebody-else', amount: '7' },
      { number: numberOf(same), amount: '-99.00', refund: 'r1' },
    ]
    expect(await send('alipay', alipayBill(lines))).toEqual({ lineCount: 4, differenceCount: 4 })
    const { items } = await differences('alipay')
    expect(items).toHaveLength(4)
    expect(items).toContainEqual(
      expect.objectContaining({ difference: 'amount', paymentId: other, ours: '100', theirs: '101' }),
    )
    expect(items).toContainEqual(
      expect.objectContaining({ difference: 'only-ours', paymentId: missing, ours: '5', theirs: null }),
    )
    expect(items).toContainEqual(
      expect.objectContaining({ difference: 'only-theirs', tradeNumber: 'of-somebody-else', theirs: '700' }),
    )
    expect(items).toContainEqual(expect.objectContaining({ difference: 'only-theirs', kind: 'refund', theirs: '9900' }))
    const report = await as(chief).reconciliation({ query: { from: day, until: day } })
    expect(report.items).toMatchObject([
      {
        ...{ provider: 'alipay', day, differenceCount: 4, paid: { count: 3, amount: '10005' } },
        bill: { paid: { count: 3, amount: '10701' }, refunded: { count: 1, amount: '9900' }, fileName: 'bill.csv' },
      },
    ])
  })

  it('of WeChat Pay that agrees has no differences, and replaces an earlier one', async () => {
    const id = await paid('wechat-pay', 1230n)
    expect(await send('wechat-pay', wechatBill([]))).toEqual({ lineCount: 0, differenceCount: 1 })
    const lines = [{ number: numberOf(id), amount: '12.30' }]
    expect(await send('wechat-pay', wechatBill(lines))).toEqual({ lineCount: 1, differenceCount: 0 })
    expect(await differences('wechat-pay')).toEqual({ items: [] })
  })

  it('of the largest amount that a line can have is compared like any other', async () => {
    const lines = [{ number: 'a', amount: '9999999999999.99' }]
    expect(await send('alipay', alipayBill(lines))).toEqual({ lineCount: 1, differenceCount: 1 })
    expect(await differences('alipay')).toMatchObject({ items: [{ theirs: '999999999999999' }] })
  })

  it('that was never imported has no report of differences', async () => {
    await paid('alipay', 100n)
    expect(await refusal(differences('alipay'))).toMatchObject({ errorCode: 900005 })
    const { items } = await as(chief).reconciliation({ query: { from: day, until: day } })
    expect(items).toMatchObject([{ bill: null, differenceCount: null }])
  })

  it('of another day, of another provider, or no bill at all is refused and changes nothing', async () => {
    const other = alipayBill([{ number: 'a', amount: '1.00', day: '2025-01-01' }])
    expect(await refusal(send('alipay', other))).toMatchObject({ errorCode: 399008, data: { day: '2025-01-01' } })
    const hostile = [
      wechatBill([]),
      Buffer.from(''),
      Buffer.from([0xff, 0xfe, 0x00, 0x81]),
      Buffer.from('a,b,c\n'.repeat(1000)),
      alipayBill([{ number: 'a', amount: '1e9' }]),
      alipayBill([{ number: 'a', amount: '99999999999999999.00' }]),
      alipayBill([{ number: 'a', amount: '90071992547409.92' }]),
      alipayBill([{ number: 'a'.repeat(5000), amount: '1.00' }]),
    ]
    for (const bytes of hostile) expect(await refusal(send('alipay', bytes))).toMatchObject({ errorCode: 399007 })
    expect(await refusal(send('alipay', Buffer.alloc(21 * 1024 * 1024, '#')))).toMatchObject({ errorCode: 900003 })
    expect(await refusal(send('stripe', alipayBill([])))).toMatchObject({ errorCode: 900001 })
    expect(await refusal(send('alipay', alipayBill([]), chief, '2026-02-30'))).toMatchObject({ errorCode: 900001 })
    expect(await refusal(send('alipay', alipayBill([]), buyer))).toMatchObject({ status: 403 })
    expect(await refusal(differences('alipay'))).toMatchObject({ errorCode: 900005 })
  })

  it('is reported for a quarter at most', async () => {
    const ask = (from: string, until: string) => as(chief).reconciliation({ query: { from, until } })
    expect((await ask('2025-01-01', '2025-04-02')).items).toEqual([])
    expect(await refusal(ask('2025-01-01', '2025-04-03'))).toMatchObject({ errorCode: 900001 })
    expect(await refusal(ask('2025-01-02', '2025-01-01'))).toMatchObject({ errorCode: 900001 })
  })
})

it('a bill of more lines than anybody has is no bill', () => {
  const line = '`2026-03-02 00:00:00,`a,`SUCCESS,`1.00\n'
  const bill = (count: number) => Buffer.from(`交易时间,商户订单号,交易状态,订单金额\n${line.repeat(count)}`)
  const read = (count: number): readonly BillLine[] => readBill('wechat-pay', bill(count))
  expect(read(200_000)).toHaveLength(200_000)
  expect(() => read(200_001)).toThrow(BillUnreadable)
})
