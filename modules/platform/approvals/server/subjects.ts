/** Subjects of approval: each owning module registers its kind. */
import type { Language } from '#kit/caller.ts'
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'

interface Bilingual {
  readonly cn: string
  readonly en: string
}

/** The outcome of an application, which the owning module receives in the same transaction. */
export interface ApprovalOutcome {
  readonly companyId: string
  readonly businessId: string
  readonly processId: string
  readonly result: 'agreed' | 'refused' | 'withdrawn'
  /** The approver; the applicant who withdrew; null where the last step was skipped by time-out. */
  readonly decidedBy: string | null
  readonly opinion: string
  readonly now: number
}

export interface ApprovalSubject {
  /** Map approval-business-type: 1 publishing a course, 2 live. */
  readonly businessType: number
  /** `course-publication` */
  readonly key: string
  readonly label: Bilingual
  /**
   * The owner always needs an approval. Where no template is switched on, the administrators of approvals decide; the
   * switch then only says whose steps apply.
   */
  readonly isAlwaysOn?: true
  /**
   * Called once per application in the transaction of the decision; an exception rolls the decision back. The
   * application is already locked, so always lock the object after the application (`apply` and `withdraw` first, then
   * the own row), because the opposite order can deadlock.
   */
  decided(db: Connection, outcome: ApprovalOutcome): Promise<void>
  /**
   * The screen on which every approver may look at the object, as a hash path of the shell. Empty where there is none: the
   * summary then says all.
   */
  link(businessId: string): string
  /** The screen where the author revises the object. */
  reviseLink(businessId: string): string
}

export const approvalSubject = extensionPoint<ApprovalSubject>('approvals.subject')

/** Business types of the specification; a registered subject replaces its entry. */
const named: readonly Pick<ApprovalSubject, 'businessType' | 'label'>[] = [
  { businessType: 2, label: { cn: '直播', en: 'Live' } },
]

export function findSubject(businessType: number): ApprovalSubject | undefined {
  return approvalSubject.all().find((subject) => subject.businessType === businessType)
}

/** The subject of an existing application, whose owner must be registered. */
export function getSubject(businessType: number): ApprovalSubject {
  const subject = findSubject(businessType)
  if (!subject) throw new Error(`no module registered the approval of business type ${businessType}`)
  return subject
}

/** All business types that can require approval, in numerical order. */
export function businessTypes(language: Language): { businessType: number; name: string }[] {
  const registered = approvalSubject.all()
  const others = named.filter((one) => !registered.some((subject) => subject.businessType === one.businessType))
  return [...registered, ...others]
    .map(({ businessType, label }) => ({ businessType, name: label[language] }))
    .sort((a, b) => a.businessType - b.businessType)
}

export function isBusinessType(businessType: number): boolean {
  return businessTypes('cn').some((known) => known.businessType === businessType)
}

export function businessTypeName(businessType: number, language: Language): string {
  return businessTypes(language).find((known) => known.businessType === businessType)?.name ?? String(businessType)
}
