/** What short answers that say the same have in common: width, case, spaces and closing signs do not count. */
import { createHash } from 'node:crypto'
import { comparableText, type QuestionAnswer } from '#modules/assessment/questions/contract.ts'

const closingSigns = new Set([' ', '.', '。', '!', '?', ';'])

/** Sign by sign: an expression for the end of a text takes seconds for a text that an examinee has made of such signs. */
function withoutClosingSigns(text: string): string {
  let end = text.length
  while (closingSigns.has(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/** Null: an answer of another kind, or none. */
export function textKeyOf(answer: QuestionAnswer | null): string | null {
  if (answer?.kind !== 'short-answer') return null
  const text = withoutClosingSigns(comparableText(answer.text, true))
  return text === '' ? null : createHash('sha256').update(text).digest('hex').slice(0, 32)
}
