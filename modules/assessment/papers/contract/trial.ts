/** A paper as it would be drawn for somebody: to look at, to print, as a PDF. */
import { type Static, Type } from 'typebox'
import type { Contract } from '#kit/contract.ts'
import { NOT_FOUND } from '#kit/errors.ts'
import { Id, Nullable } from '#kit/schema.ts'
import { PresentedQuestion, type QuestionContent, ScoreTenths } from '#modules/assessment/questions/contract.ts'
import { managesPapers } from './access.ts'
import { PAPER_FAULTY } from './codes.ts'

/** As it was stored; its shape was checked when it was saved. */
const StoredContent = Type.Unsafe<QuestionContent>({ type: 'object', additionalProperties: true })

const TrialQuestion = Type.Object({
  questionId: Id,
  versionId: Id,
  scoreTenths: ScoreTenths,
  /** As the candidate sees it, its options in their order. */
  presented: PresentedQuestion,
  /** With the key; null without. */
  content: Nullable(StoredContent),
})
export type TrialQuestion = Static<typeof TrialQuestion>

export const TrialPaper = Type.Object({
  name: Type.String(),
  totalTenths: Type.Integer(),
  questionCount: Type.Integer(),
  seed: Type.Integer(),
  sections: Type.Array(
    Type.Object({
      id: Id,
      title: Type.String(),
      instructions: Type.String(),
      minutes: Nullable(Type.Integer()),
      totalTenths: Type.Integer(),
      questions: Type.Array(TrialQuestion),
    }),
  ),
})
export type TrialPaper = Static<typeof TrialPaper>

export const seedMax = 2_147_483_647

const copy = {
  params: Type.Object({ id: Id }),
  query: Type.Object({
    /** Another seed is another draw and another order. */
    seed: Type.Integer({ minimum: 0, maximum: seedMax }),
    withKey: Type.Optional(Type.Boolean({ default: false })),
  }),
}

export const trialCalls = {
  trialPaper: {
    method: 'GET',
    path: '/exam/paper/{id}/trial',
    summary: 'A copy of the paper as it would be drawn by a seed, with or without the key; nothing is kept of it',
    access: managesPapers,
    ...copy,
    response: TrialPaper,
    errors: [NOT_FOUND, PAPER_FAULTY],
    cacheSeconds: 0,
  },
  paperPdf: {
    method: 'GET',
    path: '/exam/paper/{id}/pdf',
    summary: 'The same copy as a PDF to print',
    access: managesPapers,
    ...copy,
    response: Type.Unknown(),
    errors: [NOT_FOUND, PAPER_FAULTY],
    kind: 'stream',
    timeoutMs: 60_000,
  },
} as const satisfies Contract
