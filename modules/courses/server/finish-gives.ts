/** What finishing a course gives: class hours and credit by the module study, a certificate by the module certificates. */
import { certificateRulesOf, setCertificateRule } from '#modules/certificates/server.ts'
import { creditRulesOf, keyOf, setCreditRule } from '#modules/study/server.ts'
import { businessType, type FinishGives } from '../contract/wire.ts'
import type { CoursesDb } from './db.ts'

export async function finishGives(db: CoursesDb, companyId: string, courseId: string): Promise<FinishGives> {
  const ref = { businessType, businessId: courseId }
  const key = keyOf(businessType, courseId)
  const credit = (await creditRulesOf(db, companyId, [ref])).get(key)
  const certificate = (await certificateRulesOf(db, companyId, [ref])).get(key)
  return {
    classHourHundredths: credit?.classHourHundredths ?? 0,
    creditHundredths: credit?.creditHundredths ?? 0,
    certificate: certificate ? { templateId: certificate.templateId, name: certificate.templateName } : null,
  }
}

/** Stores what is named; what is left out keeps its value. */
export async function setFinishGives(
  db: CoursesDb,
  companyId: string,
  courseId: string,
  wish: {
    readonly classHourHundredths?: number
    readonly creditHundredths?: number
    readonly certificateTemplateId?: string | null
  },
  now: number,
): Promise<void> {
  const ref = { businessType, businessId: courseId }
  const { classHourHundredths, creditHundredths, certificateTemplateId: templateId } = wish
  if (classHourHundredths !== undefined || creditHundredths !== undefined) {
    const before = await finishGives(db, companyId, courseId)
    const rule = {
      classHourHundredths: classHourHundredths ?? before.classHourHundredths,
      creditHundredths: creditHundredths ?? before.creditHundredths,
    }
    await setCreditRule(db, { companyId, ref, ...rule, now })
  }
  if (templateId !== undefined) await setCertificateRule(db, { companyId, ref, templateId, now })
}
