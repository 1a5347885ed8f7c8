/**
 * What members can be urged to. Whatever can be studied is known through its kind; a module with records of its own
 * (exams, classes, activities) registers what it knows better, and the rule that its selection follows.
 */
import { findStudyKind, keyOf, type StudyRef, studyItems, studyStates } from '#modules/content/study/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'

/** A member and what they are to be urged to. */
export interface UrgeTarget {
  readonly memberId: string
  readonly businessId: string
}

export interface UrgeRecord extends UrgeTarget {
  readonly name: string
  /** Where it is done, as a path of the hash router. */
  readonly link: string
  /** Started means studied, attended or admitted. Done means finished, graduated or handed in. */
  readonly state: 'not-started' | 'started' | 'done'
  /** Revoked, ended, off the shelf: nobody is urged to it any more (COURSE-082). */
  readonly isOver: boolean
}

/**
 * `some-not-started`: at least one of the selection is not started (courses, tasks, activities; COURSE-078,
 * COURSE-079). `some-not-done`: at least one is not done (classes: not graduated; COURSE-080). `none-started`: none is
 * started (exams, surveys; COURSE-081).
 */
export type UrgeRule = 'some-not-started' | 'some-not-done' | 'none-started'

export interface UrgeSubject {
  /** Map `business-type`; 0 are push tasks. */
  readonly businessType: number
  readonly rule: UrgeRule
  /** What the message calls it. */
  readonly label: { readonly cn: string; readonly en: string }
  /** The records of these; those that do not exist are missing. One statement for all. */
  records(
    db: Connection,
    companyId: string,
    targets: readonly UrgeTarget[],
    now: number,
  ): Promise<readonly UrgeRecord[]>
}

/** Registered by modules that know more of their records than a kind of study tells. */
export const urgeSubject = extensionPoint<UrgeSubject>('pushes.urge-subject')

const examType = 3
const surveyType = 4
const classType = 6

/** The rules of COURSE-078 to COURSE-081 where no module has registered its own. */
function ruleOf(businessType: number): UrgeRule {
  if (businessType === examType || businessType === surveyType) return 'none-started'
  return businessType === classType ? 'some-not-done' : 'some-not-started'
}

function subjectOfKind(businessType: number): UrgeSubject | undefined {
  const kind = findStudyKind(businessType)
  if (!kind) return undefined
  return {
    businessType,
    rule: ruleOf(businessType),
    label: kind.label,
    async records(db, companyId, targets) {
      const refs = [...new Set(targets.map((target) => target.businessId))].map(
        (businessId): StudyRef => ({ businessType, businessId }),
      )
      const items = await studyItems(db, companyId, refs)
      const memberIds = [...new Set(targets.map((target) => target.memberId))]
      const states = await studyStates(db, companyId, memberIds, refs)
      const stateOf = new Map(states.map((state) => [`${state.memberId} ${state.businessId}`, state]))
      return targets.flatMap(({ memberId, businessId }): UrgeRecord[] => {
        const item = items.get(keyOf(businessType, businessId))
        if (!item) return []
        const known = stateOf.get(`${memberId} ${businessId}`)
        const state = known?.isFinished ? 'done' : known?.isStarted ? 'started' : 'not-started'
        return [{ memberId, businessId, name: item.name, link: item.link, state, isOver: !item.isAvailable }]
      })
    },
  }
}

export function findUrgeSubject(businessType: number): UrgeSubject | undefined {
  return urgeSubject.all().find((one) => one.businessType === businessType) ?? subjectOfKind(businessType)
}

/** Whether the rule allows the selection; the caller chooses between 20159 and the other codes. */
export function brokenRule(rule: UrgeRule, records: readonly UrgeRecord[]): 'nothing-waits' | 'started' | undefined {
  if (rule === 'none-started') return records.some((record) => record.state !== 'not-started') ? 'started' : undefined
  const waits = (record: UrgeRecord) =>
    rule === 'some-not-started' ? record.state === 'not-started' : record.state !== 'done'
  return records.some(waits) ? undefined : 'nothing-waits'
}
