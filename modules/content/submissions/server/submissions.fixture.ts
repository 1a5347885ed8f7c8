/** Submissions for tests, as small as possible. */
import { v7 as uuid } from 'uuid'
import type { SubmissionState } from '#kit/submissions.ts'
import type { Connection } from '#server/db/connection.ts'
import { submissionsTables } from './db.ts'

interface SubmissionInput {
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
export async function buildSubmission(connection: Connection, input: SubmissionInput): Promise<string> {
  const { submittedAt, state = 'waiting', round = 1, title = '现场演练', text = '已完成', opinion = '' } = input
  const id = uuid()
  const isDecided = state !== 'waiting'
  await submissionsTables(connection)
    .insertInto('submissions.submission')
    .values({
      ...{ id, company_id: input.companyId, kind: input.kind, subject_id: input.subjectId, part_id: input.partId },
      ...{ member_id: input.memberId, round, title, content: text, file_ids: [], submitted_at: submittedAt, state },
      ...{ opinion, decided_by: input.decidedBy ?? null, decided_at: isDecided ? submittedAt : null },
    })
    .execute()
  return id
}
