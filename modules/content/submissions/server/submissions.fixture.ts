/** Submissions for tests, as small as possible. */
import { v7 as uuid } from 'uuid'
import type { SubmissionState } from '#kit/submissions.ts'
import type { Connection } from '#server/db/connection.ts'
import { submissionsTables } from './db.ts'

interface SubmissionWish {
  readonly companyId: string
  readonly kind: string
  readonly subjectId: string
  readonly partId: string
  readonly memberId: string
  readonly submittedAt: number
  readonly round?: number
  readonly title?: string
  readonly text?: string
  readonly state?: SubmissionState
  readonly opinion?: string
  readonly decidedBy?: string
}

/** Puts one submission into the database and answers its id. */
export async function buildSubmission(connection: Connection, wish: SubmissionWish): Promise<string> {
  const { submittedAt, state = 'waiting', round = 1, title = '现场演练', text = '已完成', opinion = '' } = wish
  const id = uuid()
  const isDecided = state !== 'waiting'
  await submissionsTables(connection)
    .insertInto('submissions.submission')
    .values({
      ...{ id, company_id: wish.companyId, kind: wish.kind, subject_id: wish.subjectId, part_id: wish.partId },
      ...{ member_id: wish.memberId, round, title, content: text, file_ids: [], submitted_at: submittedAt, state },
      ...{ opinion, decided_by: wish.decidedBy ?? null, decided_at: isDecided ? submittedAt : null },
    })
    .execute()
  return id
}
