import { describe, expect, it } from 'vitest'
import type { Info } from '../../contract/infos.ts'
import { type Draft, lackOf, sumOf } from './application.ts'

const info: Info = {
  ...{ id: '019a0000-0000-7000-8000-000000000001', kind: 'company', title: '云帆', taxpayerId: '91350100M000100Y43' },
  ...{ registeredAddress: '深圳', registeredPhone: '0755-1234567', bank: '招商银行', bankAccount: '75591' },
  ...{ remark: '', isDefault: true },
}
const draft = (change: Partial<Draft> = {}): Draft => ({
  ...{ amounts: ['19900'], info, invoiceType: 'vat-ordinary', invoiceMedium: 'electronic', addressId: undefined },
  ...change,
})
const special = { invoiceType: 'vat-special' } as const

describe('an application', () => {
  it('is the sum of its orders, exactly', () => {
    expect(sumOf(['1', '99999999999999999'])).toBe(100000000000000000n)
  })

  it.each<[string, Partial<Draft>, string | undefined]>([
    ['a company’s ordinary invoice', {}, undefined],
    ['a company’s special invoice', special, undefined],
    ['without orders', { amounts: [] }, 'orders'],
    ['with 50 orders', { amounts: Array.from({ length: 50 }, () => '1') }, undefined],
    ['with 51 orders', { amounts: Array.from({ length: 51 }, () => '1') }, 'tooMany'],
    ['of 1,000,000 yuan', { amounts: ['99999999', '1'] }, undefined],
    ['above it', { amounts: ['99999999', '2'] }, 'tooLarge'],
    ['without a title', { info: undefined }, 'info'],
    ['of a company without taxpayer id', { info: { ...info, taxpayerId: '' } }, 'taxId'],
    ['of a person', { info: { ...info, kind: 'personal', taxpayerId: '' } }, undefined],
    ['special, of a person', { ...special, info: { ...info, kind: 'personal', taxpayerId: '' } }, 'taxId'],
    ['special, of a person with a taxpayer id', { ...special, info: { ...info, kind: 'personal' } }, 'special'],
    ['special, without the bank', { ...special, info: { ...info, bank: '' } }, 'special'],
    ['on paper without an address', { invoiceMedium: 'paper' }, 'address'],
    ['on paper with one', { invoiceMedium: 'paper', addressId: info.id }, undefined],
  ])('%s', (_, change, lack) => {
    expect(lackOf(draft(change))).toBe(lack)
  })
})
