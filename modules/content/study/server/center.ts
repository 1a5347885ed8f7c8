/** The figures of the personal learning center, and what to go on with: asked of every kind of study. */
import { sql } from 'kysely'
import type { Caller, Language } from '#kit/caller.ts'
import { memberPoints, subordinatesSql } from '#modules/platform/identity/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { CLASS_HOURS, CREDITS } from '../contract/credits.ts'
import { creditTotals } from './credit-history.ts'
import type { StudyDb } from './db.ts'
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
    const [own] = (await kind.figures?.(db, companyId, [memberId])) ?? []
    if (own) figures.set(kind.businessType, own)
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

/** What each of these subordinates of the caller has studied; whoever is none of them is left out. */
export async function subordinateFigures(db: StudyDb, { companyId, memberId }: Caller, ids: readonly string[]) {
  const { rows } = await sql<{ id: string }>`select id from unnest(${[...ids]}::uuid[]) as asked (id)
    where id in ${subordinatesSql(memberId)}`.execute(db)
  const memberIds = rows.map(({ id }) => id)
  const known = new Map(
    memberIds.map((id) => [id, { completedCourseCount: 0, attendedClassCount: 0, studySeconds: 0 }]),
  )
  for (const kind of memberIds.length === 0 ? [] : studyKind.all())
    for (const { memberId: id, finishedCount, studySeconds } of (await kind.figures?.(db, companyId, memberIds)) ??
      []) {
      const one = known.get(id)
      if (!one) continue
      one.studySeconds += studySeconds
      if (kind.businessType === course) one.completedCourseCount = finishedCount
      if (kind.businessType === trainingClass) one.attendedClassCount = finishedCount
    }
  return {
    items: [...known].map(([id, one]) => ({ memberId: id, ...one, studyMinutes: minutesOf(one.studySeconds) })),
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
