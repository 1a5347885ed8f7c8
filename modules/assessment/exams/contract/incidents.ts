/** What happened in an exam: notes of those who watch over it, and attempts that were opened again. */
import { type Static, Type } from 'typebox'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Id, Instant, Nullable, OneOf, Page, PageQuery, Text } from '#kit/schema.ts'
import { ATTEMPT_STATE, OTHER_ATTEMPT_OPEN } from './codes.ts'
import { extendMinutesMax } from './invigilation.ts'

export const incidentLengthMax = 1000

/** `answer-file`: answers came by a file that the examinee has saved. */
const incidentKinds = ['note', 'reopened', 'answer-file'] as const

export const Incident = Type.Object({
  id: Id,
  kind: OneOf(incidentKinds),
  text: Type.String(),
  notedAt: Instant,
  notedBy: Type.String(),
  /** Null: the exam as a whole. */
  examinee: Nullable(Type.String()),
})
export type Incident = Static<typeof Incident>

const params = Type.Object({ id: Id })

export const incidentCalls = {
  incidents: {
    method: 'GET',
    path: '/exam-invigilation/{id}/incidents',
    summary: 'What was noted in an exam, the newest first; of one attempt or of all',
    access: 'signed-in',
    params,
    query: PageQuery({ attemptId: Type.Optional(Id) }),
    response: Page(Incident),
    errors: [NOT_FOUND, NO_PERMISSION],
    cacheSeconds: 0,
  },
  noteIncident: {
    method: 'POST',
    path: '/exam-invigilation/{id}/incidents',
    summary: 'Write down what happened. A note stays as it is',
    access: 'signed-in',
    params,
    body: Body({ text: Text(incidentLengthMax), attemptId: Type.Optional(Id) }),
    response: Type.Object({ id: Id }),
    errors: [NOT_FOUND, NO_PERMISSION],
    isLogged: true,
    onSelf: { allowed: 'A note changes nothing, and names who wrote it.' },
  },
  reopenAttempt: {
    method: 'POST',
    path: '/exam-invigilation/attempts/{id}/reopen',
    summary:
      'A submitted attempt goes on with the answers that it has; marks are taken back, and its leaves count no longer',
    access: 'signed-in',
    params,
    body: Body({
      minutes: Type.Integer({ minimum: 1, maximum: extendMinutesMax }),
      reason: Text(incidentLengthMax),
    }),
    response: Type.Object({ endsAt: Instant }),
    errors: [NOT_FOUND, NO_PERMISSION, ATTEMPT_STATE, OTHER_ATTEMPT_OPEN],
    isLogged: true,
    onSelf: { refusedByRow: 'the attempt belongs to the examinee' },
  },
} as const
