/** Builders for tests and demo data: templates. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { TemplateValues } from '../contract/shapes.ts'
import { certificatesTables } from './db.ts'

/** What an administrator would write for a course. */
export const exampleTemplate: TemplateValues = {
  name: '安全培训合格证书',
  design: 'classic',
  titleCn: '结业证书',
  titleEn: 'Certificate of Completion',
  bodyCn: '已于{date}完成《{item}》全部学习内容，考核合格，特发此证。',
  bodyEn: 'has completed “{item}” on {date} and is awarded this certificate.',
  issuerCn: '云帆科技集团有限公司',
  issuerEn: 'Yunfan Technology Group',
  signatory: '李建国',
  numberPrefix: 'AQ',
  validityMonths: 24,
  renewalDays: 30,
  reminderDays: [90, 60, 30, 7],
  renewal: null,
  enabled: true,
}

export async function buildTemplate(
  connection: Connection,
  input: { readonly author: { id: string; companyId: string }; readonly now?: number } & Partial<TemplateValues>,
): Promise<string> {
  const { author, now = Date.now(), ...values } = input
  const { renewal, ...template } = { ...exampleTemplate, ...values }
  const id = uuid()
  await certificatesTables(connection)
    .insertInto('certificates.template')
    .values({
      ...{ id, company_id: author.companyId, created_by: author.id, created_at: now, updated_at: now },
      ...{ name: template.name, design: template.design, title_cn: template.titleCn, title_en: template.titleEn },
      ...{ body_cn: template.bodyCn, body_en: template.bodyEn, issuer_cn: template.issuerCn },
      ...{ issuer_en: template.issuerEn, signatory: template.signatory, number_prefix: template.numberPrefix },
      ...{ validity_months: template.validityMonths, renewal_days: template.renewalDays, enabled: template.enabled },
      reminder_days: [...template.reminderDays],
      ...{ renewal_type: renewal?.businessType ?? null, renewal_id: renewal?.businessId ?? null },
    })
    .execute()
  return id
}
