/** Delivery addresses and invoice titles of the demonstration company's learner. */
import { sql } from 'kysely'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { buildAddresses } from '#modules/commerce/addresses/server/addresses.fixture.ts'
import {
  buildInfo,
  buildInvoice,
  companyInfo,
  personalInfo,
} from '#modules/commerce/invoices/server/invoices.fixture.ts'
import { storeFile } from '#modules/platform/files/server.ts'
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import { idOf } from './chance.ts'
import { demoCompanyId, memberIdOf } from './companies.ts'

export async function seedInvoices(connection: Connection, now: number): Promise<void> {
  const owner = { companyId: demoCompanyId, id: memberIdOf('xueyuan') }
  const receiver = { receiver: '林知远', phone: '13800138000', isDefault: false }
  const addresses = [
    { ...receiver, countyCode: '440305', street: '科技园科苑路15号3栋802', postalCode: '518057' },
    { ...receiver, countyCode: '110108', street: '中关村大街27号', postalCode: '100080' },
  ]
  await buildAddresses(connection, owner, addresses, now)
  const company = { title: '澄岚智能科技有限公司', registeredAddress: '深圳市南山区科苑路15号' }
  await buildInfo(connection, owner, companyInfo(company), now)
  await buildInfo(connection, owner, personalInfo(), now)
}

const pdfId = idOf('invoice pdf')
const dayMs = 86_400_000

/** The PDF of the issued invoice. It says that it is none. */
export async function storeInvoicePdf(connection: Connection, outside: Outside, now: number): Promise<void> {
  const document = await PDFDocument.create()
  // The same bytes whenever they are made.
  document.setCreationDate(new Date(now))
  document.setModificationDate(new Date(now))
  const font = await document.embedFont(StandardFonts.Helvetica)
  const page = document.addPage([595, 300])
  const lines = ['SAMPLE - NOT A VALID INVOICE', 'Demonstration of the learning platform', 'Amount: CNY 897.00']
  for (const [place, line] of lines.entries()) page.drawText(line, { x: 48, y: 230 - place * 32, size: 18, font })
  const of = { id: pdfId, companyId: demoCompanyId, ownerId: memberIdOf('guanli'), kind: 'pdf' as const }
  const content = Buffer.from(await document.save())
  await storeFile(connection, outside, { ...of, audience: 'owner', name: '电子发票（示例）.pdf', content, now })
}

interface PaidOrders {
  readonly own: string
  readonly team: string
}

/** Of what the learner has paid: one invoice is issued, and one waits for finance. */
export async function seedOrderInvoices(connection: Connection, { own, team }: PaidOrders, now: number): Promise<void> {
  const { rows } = await sql<{ id: string; number: string; subject: string; amount: number }>`
    select o.id, o.number, l.name as subject, o.paid as amount from orders.order o join orders.line l on l.order_id = o.id and l.version = o.version
    where o.id in (${own}, ${team})`.execute(connection as never)
  const orderOf = (id: string) => rows.find((row) => row.id === id)
  const invoice = async (id: string, input: Partial<Parameters<typeof buildInvoice>[1]>) => {
    const order = orderOf(id)
    if (!order) return
    const owner = { companyId: demoCompanyId, id: memberIdOf('xueyuan') }
    const title = '澄岚智能科技有限公司'
    await buildInvoice(connection, { owner, title, order, amountFen: Number(order.amount), ...input })
  }
  const issued = { state: 2, memberType: 'purchaser', fileId: pdfId, by: memberIdOf('guanli') } as const
  await invoice(team, { ...issued, now: now - 8 * dayMs })
  await invoice(own, { state: 0, memberType: 'individual', now: now - 5 * dayMs })
}
