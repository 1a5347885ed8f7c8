/** What short answers that say the same have in common: width, case, spaces and closing signs do not count. */
import { createHash } from 'node:crypto'
import type { QuestionAnswer } from '#modules/assessment/questions/contract.ts'

const comparable = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\s.。!！?？;；]+$/u, '')

/** Null: an answer of another kind, or none. */
export function textKeyOf(answer: QuestionAnswer | null): string | null {
  if (answer?.kind !== 'short-answer') return null
  const text = comparable(answer.text)
  return text === '' ? null : createHash('sha256').update(text).digest('hex').slice(0, 32)
}
