import '#test/web/browser.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter, Route, Routes } from 'react-router'
import { beforeAll, expect, it } from 'vitest'
import { proves } from '#test/proves.ts'
import { renderedText } from '#test/web/rendered.ts'
import { q, queryClient } from '#web/api/query.ts'
import { registerMessages, startTexts, switchLanguage } from '#web/i18n/texts.ts'
import type { InvoiceDetails } from '../../contract/invoices.ts'
import { billingTypes, invoiceMedia, invoiceStates, invoiceTypes, type MemberType } from '../../contract/states.ts'
import { invoices } from '../../contract.ts'
import cn from '../../messages/cn.json' with { type: 'json' }
import en from '../../messages/en.json' with { type: 'json' }
import { InvoiceDetail } from '../parts/InvoiceDetail.tsx'
import InvoicesPage from './InvoicesPage.tsx'

const id = '019a0000-0000-7000-8000-000000000001'
const languages = [
  ['cn', cn],
  ['en', en],
] as const

beforeAll(async () => {
  registerMessages('invoices', async (language) => ({ default: language === 'cn' ? cn : en }))
  await startTexts(['invoices'])
})

const invoice: InvoiceDetails = {
  ...{ id, state: 2, memberType: 'individual', invoiceType: 'vat-ordinary', invoiceMedium: 'paper' },
  ...{ billingType: 'training', title: '云帆科技有限公司', amount: '19900', dueAmount: '0', invoiceNumber: null },
  ...{ appliedAt: 0, updatedAt: 0, kind: 'company', taxpayerId: '91350100M000100Y43', registeredAddress: '' },
  ...{ registeredPhone: '', bank: '', bankAccount: '', remark: '', address: null, reason: '抬头有误' },
  ...{ expressCompany: '顺丰速运', expressNumber: 'SF123', issuedAt: null, reissueOf: null, file: null, lines: [] },
  ...{ redLetters: [], events: [{ id, kind: 'applied', actorName: '林知远', amount: '19900', note: '', at: 0 }] },
}

function page(memberType: string, items: readonly InvoiceDetails[] = []): string {
  const query = { memberType: memberType as MemberType, state: undefined, page: 1, pageSize: 20 }
  const list = { items: [...items], recordCount: items.length }
  queryClient.setQueryData(q(invoices.ownInvoices, { query }).queryKey, list)
  return renderedText(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[`/invoice-management/${memberType}`]}>
        <Routes>
          <Route path="/invoice-management/:memberType" element={<InvoicesPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it('shows invoices, titles and addresses of the kind of buyer', async () => {
  for (const [language, texts] of languages) {
    await switchLanguage(language)
    await proves(['COMMERCE-001', 'COMMERCE-070'], async () => {
      for (const kind of ['individual', 'purchaser'] as const) {
        const text = page(kind, [invoice])
        for (const said of [texts.title[kind], texts.tabs.invoices, texts.tabs.infos, texts.tabs.addresses])
          expect(text).toContain(said)
      }
      expect(page('nobody')).toContain(texts.unknownKind)
    })
  }
})

it('says state, type, medium and billing type in words', async () => {
  for (const [language, texts] of languages) {
    await switchLanguage(language)
    const said = (change: Partial<InvoiceDetails>) =>
      renderedText(<InvoiceDetail invoice={{ ...invoice, ...change }} />)
    await proves('COMMERCE-054', async () => {
      for (const state of invoiceStates) expect(said({ state })).toContain(texts.maps['invoice-status'][state])
    })
    await proves('COMMERCE-055', async () => {
      for (const type of invoiceTypes) expect(said({ invoiceType: type })).toContain(texts.maps['invoice-type'][type])
    })
    await proves('COMMERCE-056', async () => {
      for (const medium of invoiceMedia)
        expect(said({ invoiceMedium: medium })).toContain(texts.maps['invoice-medium'][medium])
    })
    await proves('COMMERCE-057', async () => {
      for (const type of billingTypes) expect(said({ billingType: type })).toContain(texts.maps['billing-type'][type])
    })
  }
})

it('says why it was rejected, what waits to be reversed, and where the paper is', () => {
  const said = (change: Partial<InvoiceDetails>) => renderedText(<InvoiceDetail invoice={{ ...invoice, ...change }} />)
  expect(said({ state: 3 })).toContain('抬头有误')
  expect(said({})).not.toContain('抬头有误')
  expect(said({ state: 4, dueAmount: '5000' })).toContain('¥50.00')
  expect(said({})).toContain('顺丰速运 SF123')
})
