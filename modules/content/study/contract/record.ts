/** A member's learning record: everything studied, with its times, scores and certificates. */
import { type Static, Type } from 'typebox'
import type { Contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Hundredths, Id, Instant, Nullable } from '#kit/schema.ts'
import { Grade, GradePerson } from './gradebook.ts'

export const RecordItem = Type.Object({
  businessType: Type.Integer(),
  label: Type.String(),
  businessId: Id,
  name: Type.String(),
  ...Grade.properties,
  /** Null for kinds that don't measure it. */
  studySeconds: Nullable(Type.Integer()),
  registeredAt: Instant,
  lastStudiedAt: Nullable(Instant),
})
export type RecordItem = Static<typeof RecordItem>

export const RecordCertificate = Type.Object({
  id: Id,
  name: Type.String(),
  number: Type.String(),
  issuedAt: Instant,
  expiresAt: Nullable(Instant),
  isValid: Type.Boolean(),
})
export type RecordCertificate = Static<typeof RecordCertificate>

export const LearningRecord = Type.Object({
  member: GradePerson,
  studySeconds: Type.Integer(),
  doneCount: Type.Integer(),
  classHours: Hundredths,
  credits: Hundredths,
  /** Null for callers who may not see the member's account. */
  coins: Nullable(Hundredths),
  points: Nullable(Hundredths),
  /** The last studied first; `hasMore`: there are more of a kind than are listed. */
  items: Type.Array(RecordItem),
  hasMore: Type.Boolean(),
  certificates: Type.Array(RecordCertificate),
})
export type LearningRecord = Static<typeof LearningRecord>

const params = Type.Object({ memberId: Id })

export const recordCalls = {
  learningRecord: {
    method: 'GET',
    path: '/course-study/learning-record/{memberId}',
    summary:
      'The learning record of a member: for the member, and for those who see progress in the organization (900005 for others)',
    access: 'signed-in',
    params,
    response: LearningRecord,
    errors: [NOT_FOUND],
    cacheSeconds: 0,
  },
  exportLearningRecord: {
    method: 'GET',
    path: '/course-study/learning-record/{memberId}/export',
    summary: 'The same as an xlsx file',
    access: 'signed-in',
    params,
    kind: 'stream',
    response: Type.Unknown(),
    errors: [NOT_FOUND],
  },
} as const satisfies Contract
