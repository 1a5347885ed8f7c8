/**
 * Wrong answers of exams come into the book when its owner looks: the end of an exam, which many viewing rules wait for, is a
 * time at which nothing happens.
 */
import { sql } from 'kysely'
import { lostAnswers } from '#modules/assessment/exams/server.ts'
import { questionsOfVersions } from '#modules/assessment/questions/server.ts'
import { type Member, recordAnswers } from './cards.ts'
import type { PracticeDb } from './db.ts'

export async function collectFromExams(db: PracticeDb, member: Member, now: number): Promise<void> {
  const { companyId, memberId } = member
  const { rows: known } = await sql<{ id: string }>`
    select attempt_id as id from practice.collected_attempt
    where company_id = ${companyId} and member_id = ${memberId}`.execute(db)
  const { attemptIds, answers } = await lostAnswers(
    db,
    member,
    known.map(({ id }) => id),
    now,
  )
  if (attemptIds.length === 0) return
  // Of two tabs that look at once, the second finds the attempt taken.
  const { rows: taken } = await sql<{ id: string }>`
    insert into practice.collected_attempt (attempt_id, member_id, company_id, collected_at)
    select id, ${memberId}, ${companyId}, ${now} from unnest(${attemptIds}::uuid[]) id
    on conflict do nothing returning attempt_id as id`.execute(db)
  const mine = new Set(taken.map(({ id }) => id))
  const lost = answers.filter(({ attemptId }) => mine.has(attemptId))
  const versions = await questionsOfVersions(
    db,
    companyId,
    lost.map(({ versionId }) => versionId),
  )
  const evaluated = lost.flatMap(({ versionId, answer, tenths, maxTenths, examName }) => {
    const question = versions.get(versionId)
    if (!question) return []
    const share = Math.floor((tenths * 1000) / maxTenths)
    const rating = share === 0 ? ('again' as const) : ('hard' as const)
    return [{ questionId: question.questionId, versionId, answer, share, rating, sourceName: examName }]
  })
  await recordAnswers(db, member, evaluated, { practiceId: null, now })
}
