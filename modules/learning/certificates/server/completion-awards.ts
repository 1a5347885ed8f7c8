/** The completion awards of an item. The module that owns the item reads and sets them in its transaction. */
import type { CompletionAwards, CompletionAwardsInput } from '#kit/completion-awards.ts'
import {
  copyCreditRule,
  creditRulesOf,
  keyOf,
  type RuleCopy,
  type StudyRef,
  setCreditRule,
} from '#modules/content/study/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { together } from '#server/db/transaction.ts'
import { certificateRulesOf, copyCertificateRule, setCertificateRule } from './rules.ts'

export async function completionAwardsOf(db: Connection, companyId: string, ref: StudyRef): Promise<CompletionAwards> {
  const key = keyOf(ref.businessType, ref.businessId)
  const [credits, certificates] = await together(db, (shared) => [
    creditRulesOf(shared, companyId, [ref]),
    certificateRulesOf(shared, companyId, [ref]),
  ])
  const credit = credits.get(key)
  const certificate = certificates.get(key)
  return {
    classHourHundredths: credit?.classHourHundredths ?? 0,
    creditHundredths: credit?.creditHundredths ?? 0,
    certificate: certificate ? { templateId: certificate.templateId, name: certificate.templateName } : null,
  }
}

/**
 * Stores the given awards; the others keep their value. Refuses with 380201 a certificate that the company does not
 * offer, unless the item has it already. Earlier completions keep their awards.
 */
export async function setCompletionAwards(
  db: Connection,
  input: CompletionAwardsInput & { readonly companyId: string; readonly ref: StudyRef; readonly now: number },
): Promise<void> {
  const { companyId, ref, now, classHourHundredths, creditHundredths, certificateTemplateId: templateId } = input
  if (classHourHundredths !== undefined || creditHundredths !== undefined) {
    const before = await completionAwardsOf(db, companyId, ref)
    const rule = {
      classHourHundredths: classHourHundredths ?? before.classHourHundredths,
      creditHundredths: creditHundredths ?? before.creditHundredths,
    }
    await setCreditRule(db, { companyId, ref, ...rule, now })
  }
  if (templateId !== undefined) await setCertificateRule(db, { companyId, ref, templateId, now })
}

/** Gives the items of `to`, which have none yet, the awards of an item; not a certificate that is no longer offered. */
export async function copyCompletionAwards(db: Connection, copy: RuleCopy): Promise<void> {
  await copyCreditRule(db, copy)
  await copyCertificateRule(db, copy)
}
