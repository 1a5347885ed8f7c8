/** The figures of the personal learning center, and what to go on with: asked of every kind of study. */
import type { Caller, Language } from '#kit/caller.ts'
import { memberPoints } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { CLASS_HOURS, CREDITS } from '../contract/credits.ts'
import { creditTotals } from './credit-history.ts'
import { type OpenStudy, type StudyFigures, studyKind } from './kinds.ts'

const course = 1
const trainingClass = 6

/** COURSE-060: whole minutes, 30 s round up. */
export function minutesOf(seconds: number): number {
  return Math.floor((seconds + 30) / 60)
}

export async function learningFigures(db: Connection, { companyId, memberId }: Caller) {
  const figures = new Map<number, StudyFigures>()
  for (const kind of studyKind.all()) {
    if (kind.figures) figures.set(kind.businessType, await kind.figures(db, companyId, memberId))
  }
  const studySeconds = [...figures.values()].reduce((sum, one) => sum + one.studySeconds, 0)
  const credits = await creditTotals(db, companyId, memberId)
  const points = await memberPoints.all()[0]?.(db, companyId, memberId)
  return {
    studySeconds,
    studyMinutes: minutesOf(studySeconds),
    points: points?.balance ?? 0,
    completedCourseCount: figures.get(course)?.finishedCount ?? 0,
    attendedClassCount: figures.get(trainingClass)?.finishedCount ?? 0,
    classHours: credits.get(CLASS_HOURS) ?? '0',
    credits: credits.get(CREDITS) ?? '0',
  }
}

export async function continueLearning(db: Connection, caller: Caller, limit: number, language: Language) {
  const found: (OpenStudy & { businessType: number; label: string })[] = []
  for (const { businessType, label, open } of studyKind.all()) {
    const some = await open?.(db, caller.companyId, caller.memberId, limit)
    found.push(...(some ?? []).map((one) => ({ ...one, businessType, label: label[language] })))
  }
  found.sort((one, other) => other.lastStudiedAt - one.lastStudiedAt)
  return { items: found.slice(0, limit) }
}
