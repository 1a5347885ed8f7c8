/** What may be applied for: each owning module registers its kind of thing. */
import type { Language } from '#kit/caller.ts'
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'

interface Bilingual {
  readonly cn: string
  readonly en: string
}

/** How an application ended, as its owner is told in the transaction that ended it. */
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
   * Called once for each application, in the transaction of the decision: what it throws undoes the decision. The
   * application is locked before it is called, so lock the thing itself after the application everywhere
   * (`apply` and `withdraw` first, then one's own row), else two callers may wait for each other.
   */
  decided(db: Connection, outcome: ApprovalOutcome): Promise<void>
  /** Where the thing is seen by who decides, as a hash path of the shell. */
  link(businessId: string): string
  /** Where its author revises it. */
  reviseLink(businessId: string): string
}

export const approvalSubject = extensionPoint<ApprovalSubject>('approvals.subject')

/** Business types that the specification names; an owner that registers one takes its place. */
const named: readonly Pick<ApprovalSubject, 'businessType' | 'label'>[] = [
  { businessType: 2, label: { cn: '直播', en: 'Live' } },
]

export function findSubject(businessType: number): ApprovalSubject | undefined {
  return approvalSubject.all().find((subject) => subject.businessType === businessType)
}

/** The subject of an application that exists; its owner was there when it was made. */
export function getSubject(businessType: number): ApprovalSubject {
  const subject = findSubject(businessType)
  if (!subject) throw new Error(`no module registered the approval of business type ${businessType}`)
  return subject
}

/** All business types that approval can be set for, in the order of their numbers. */
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
