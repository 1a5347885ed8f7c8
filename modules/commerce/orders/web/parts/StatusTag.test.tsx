/** Where an order stands, as its buyer and those who run orders read it. */
import '#test/web/browser.ts'
import { beforeAll, expect, it } from 'vitest'
import { proves } from '#test/proves.ts'
import { startAllTexts } from '#test/web/all-texts.ts'
import { renderedText } from '#test/web/rendered.ts'
import { switchLanguage } from '#web/i18n/texts.ts'
import type { Order } from '../../contract/shapes.ts'
import { StatusTag } from './StatusTag.tsx'

beforeAll(() => startAllTexts())

const said = (order: Partial<Pick<Order, 'status' | 'approval' | 'delivery'>>) =>
  renderedText(<StatusTag status="paid" approval={null} delivery={null} {...order} />)

const texts = {
  cn: {
    status: ['待支付', '支付中', '已支付', '已退款', '交易完成', '已关闭'],
    delivery: ['未发货', '已发货'],
    approval: ['审批中', '已同意', '已拒绝'],
  },
  en: {
    status: ['To pay', 'Paying', 'Paid', 'Refunded', 'Deal done', 'Closed'],
    delivery: ['Not shipped', 'Shipped'],
    approval: ['Approving', 'Agreed', 'Rejected'],
  },
} as const

it.each(['cn', 'en'] as const)('says status, parcel and approval in words (%s)', async (language) => {
  await switchLanguage(language)
  const { status, delivery, approval } = texts[language]
  await proves('COMMERCE-029', () => {
    const statuses = ['to-pay', 'paying', 'paid', 'refunded', 'deal-done', 'closed'] as const
    expect(statuses.map((one) => said({ status: one }))).toEqual(status)
  })
  await proves('COMMERCE-030', () => {
    const parcels = ['not-shipped', 'shipped'] as const
    expect(parcels.map((one) => said({ delivery: one }))).toEqual(delivery.map((text) => `${status[2]}${text}`))
  })
  await proves('COMMERCE-031', () => {
    expect(said({ status: 'to-pay', approval: 'approving' })).toBe(approval[0])
    expect(said({ status: 'to-pay', approval: 'agreed' })).toBe(`${status[0]}${approval[1]}`)
    expect(said({ status: 'closed', approval: 'rejected' })).toBe(`${status[5]}${approval[2]}`)
  })
  // What was decided says nothing more of an order that was paid, or closed for another reason.
  expect(said({ status: 'deal-done', approval: 'agreed' })).toBe(status[4])
  expect(said({ status: 'closed', approval: 'approving' })).toBe(status[5])
})
