/** What was checked when it was stored, and is answered as it is. */
import { Type } from 'typebox'
import type { QuestionAnswer, QuestionContent } from '#modules/assessment/questions/contract.ts'

export const StoredContent = Type.Unsafe<QuestionContent>({ type: 'object', additionalProperties: true })
export const StoredAnswer = Type.Unsafe<QuestionAnswer>({ type: 'object', additionalProperties: true })
