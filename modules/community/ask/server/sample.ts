/** Rows of a company in every table of the ask bar, which hostile calls of another company must not reach. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { SampleCompany } from '#server/sample-company.ts'
import { buildAnswer, buildCard, buildQuestion } from './ask.fixture.ts'
import { askTables } from './db.ts'

const dayMs = 86_400_000

export async function buildSample(connection: Connection, sample: SampleCompany): Promise<void> {
  const { companyId, chief, learner, marker, now } = sample
  const db = askTables(connection)
  const text = { title: marker, content: `<p>${marker}</p>` }
  // One that waits, one that is answered, one that was withdrawn, an anonymous one.
  const questionId = await buildQuestion(connection, { companyId, authorId: chief.id, now, ...text })
  const answered = await buildQuestion(connection, { companyId, authorId: chief.id, now: now - dayMs, ...text })
  await buildQuestion(connection, { companyId, authorId: chief.id, now, ...text, state: 'withdrawn' })
  await buildQuestion(connection, { companyId, authorId: learner.id, now, ...text, isAnonymous: true })
  const input = { companyId, now, content: text.content }
  await buildAnswer(connection, { ...input, questionId: answered, authorId: chief.id })
  const answerId = await buildAnswer(connection, {
    ...input,
    questionId: answered,
    authorId: learner.id,
    accepted: true,
  })
  await buildCard(connection, { ...input, answerId, ownerId: learner.id, title: marker, reviewAt: now - 1 })
  const own = { company_id: companyId, member_id: chief.id }
  await db
    .insertInto('ask.vote')
    .values({ ...own, subject_id: answerId, value: 1, created_at: now })
    .execute()
  await db
    .insertInto('ask.revision')
    .values({ subject_id: questionId, number: 0, company_id: companyId, ...text, created_at: now })
    .execute()
  await db
    .insertInto('ask.follow_up')
    .values({ id: uuid(), company_id: companyId, question_id: questionId, content: text.content, created_at: now })
    .execute()
  const expertId = uuid()
  await db
    .insertInto('ask.invitation')
    .values({ ...own, question_id: questionId, expert_id: expertId, invited_at: now, due_at: now + dayMs })
    .execute()
  await db
    .insertInto('ask.expert_setting')
    .values({ ...own, expert_id: expertId, promise_hours: 48, takes_invitations: true })
    .execute()
}
