/** Completion of subjects: a subject is finished with all its required contents; listeners get an announcement. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { Id } from '#kit/schema.ts'
import { announceFinished, studyFinished } from '#modules/content/study/server.ts'
import { award, rewardEvent } from '#modules/platform/currency/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { job } from '#server/module.ts'
import { businessType } from '../contract/wire.ts'
import { isComplete, totalsOf } from './completion-rules.ts'
import { progressOfMembers } from './content-progress.ts'
import { type SubjectsDb, subjectsTables } from './db.ts'

const event = 'subject-finished'
export const subjectReward = rewardEvent({
  event,
  label: { cn: '完成专题', en: 'Subject completed' },
  description: { cn: '完成一个专题的全部必修内容时', en: 'When all required content of a subject is completed' },
  defaults: [{ kind: 2, amount: 1000n, dailyCap: 2000n, enabled: true }],
})

/** Rewards who has finished a subject, and tells the modules that go on from there. */
export const afterFinished = job({
  name: 'subjects.after-finished',
  payload: Type.Object({ memberId: Id, subjectId: Id }),
  async run(connection, { memberId, subjectId }) {
    const done = await subjectsTables(connection)
      .selectFrom('subjects.registration as r')
      .innerJoin('subjects.subject as s', 's.id', 'r.subject_id')
      .select(['r.company_id as companyId', 's.name', 'r.finished_at as finishedAt'])
      .where('r.member_id', '=', memberId)
      .where('r.subject_id', '=', subjectId)
      .executeTakeFirst()
    if (!done || done.finishedAt === null) return
    const { companyId, name, finishedAt } = done
    const about = { companyId, memberId, businessType, businessId: subjectId }
    await award(connection, { ...about, event, subject: name, now: finishedAt })
    await announceFinished(connection, { ...about, name, finishedAt })
  },
})

export async function enqueueFinished(
  db: SubjectsDb,
  finished: { readonly memberId: string; readonly subjectId: string },
): Promise<void> {
  await enqueue(db, afterFinished, finished)
}

interface Question {
  readonly companyId: string
  readonly memberIds: readonly string[]
  readonly subjectIds: readonly string[]
}

/** Of these members in these subjects: who has nothing required left to do is done. */
async function finishWhoAreDone(
  db: SubjectsDb,
  { companyId, memberIds, subjectIds }: Question,
  now: number,
): Promise<void> {
  const study = await progressOfMembers(db, companyId, { memberIds, subjectIds })
  const asked = memberIds.flatMap((memberId) => subjectIds.map((subjectId) => ({ memberId, subjectId })))
  const done = asked.filter(({ memberId, subjectId }) => isComplete(totalsOf(study.of(memberId, subjectId))))
  const { rows } = await sql<{ memberId: string; subjectId: string }>`
    update subjects.registration r set status = 2, finished_at = ${now}, started_at = coalesce(r.started_at, ${now}::bigint)
    from unnest(${done.map(({ memberId }) => memberId)}::uuid[], ${done.map(({ subjectId }) => subjectId)}::uuid[])
      as d (member_id, subject_id)
    where r.member_id = d.member_id and r.subject_id = d.subject_id and r.company_id = ${companyId} and r.status < 2
    returning r.member_id as "memberId", r.subject_id as "subjectId"`.execute(db)
  for (const one of rows) await enqueueFinished(db, one)
}

/** Looks whether members have finished subjects. A job of its own: it sees all that was committed before it. */
export const checkFinished = job({
  name: 'subjects.check-finished',
  payload: Type.Object({ companyId: Id, memberIds: Type.Array(Id), subjectIds: Type.Array(Id) }),
  async run(connection, question, { now }) {
    await finishWhoAreDone(subjectsTables(connection), question, now)
  },
})

/** Members whose states are looked at in one transaction. */
const batch = 200

export async function askWhetherFinished(db: SubjectsDb, question: Question): Promise<void> {
  const { companyId, memberIds, subjectIds } = question
  if (subjectIds.length === 0) return
  for (let start = 0; start < memberIds.length; start += batch)
    await enqueue(db, checkFinished, {
      ...{ companyId, memberIds: memberIds.slice(start, start + batch), subjectIds: [...subjectIds] },
    })
}

/** A content was finished: subjects of the member that hold it are started, and perhaps finished. */
export const contentFinished = studyFinished({
  async finished(connection, { companyId, memberId, businessType: type, businessId, finishedAt }) {
    const db = subjectsTables(connection)
    const { rows } = await sql<{ id: string }>`
      update subjects.registration r set status = 1, started_at = coalesce(r.started_at, ${finishedAt}::bigint),
        touched_at = greatest(r.touched_at, ${finishedAt}::bigint)
      from subjects.content c
      where c.company_id = ${companyId} and c.business_type = ${type} and c.business_id = ${businessId}
        and c.edition = 'shelf' and r.subject_id = c.subject_id and r.member_id = ${memberId} and r.status < 2
      returning r.subject_id as id`.execute(db)
    await askWhetherFinished(db, { companyId, memberIds: [memberId], subjectIds: rows.map(({ id }) => id) })
  },
})

/** After a new edition: who has nothing required left to do is done. In batches, each asking for the next. */
export const recheckLearners = job({
  name: 'subjects.recheck-learners',
  payload: Type.Object({ companyId: Id, subjectId: Id, after: Type.Optional(Id) }),
  async run(connection, { companyId, subjectId, after }, { now }) {
    const db = subjectsTables(connection)
    let learners = db
      .selectFrom('subjects.registration')
      .select('member_id')
      .where('subject_id', '=', subjectId)
      .where('company_id', '=', companyId)
      .where('status', '<', 2)
      .orderBy('member_id')
      .limit(batch)
    if (after !== undefined) learners = learners.where('member_id', '>', after)
    const memberIds = (await learners.execute()).map((row) => row.member_id)
    await finishWhoAreDone(db, { companyId, memberIds, subjectIds: [subjectId] }, now)
    const last = memberIds.at(-1)
    if (memberIds.length === batch && last !== undefined)
      await enqueue(db, recheckLearners, { companyId, subjectId, after: last })
  },
})
