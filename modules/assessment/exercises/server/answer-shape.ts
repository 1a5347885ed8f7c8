/** An answer as it comes in a form: its shape is that of its question's kind, and it says something. */
import { Compile } from 'typebox/compile'
import { refuse } from '#kit/errors.ts'
import { isAnswered, QuestionAnswer, type QuestionContent } from '#modules/assessment/questions/contract.ts'
import { NOT_AN_ANSWER } from '../contract/codes.ts'

const shape = Compile(QuestionAnswer)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw refuse(NOT_AN_ANSWER)
  }
}

/** Whether every chosen option is there. */
function isWithin(content: QuestionContent, answer: QuestionAnswer): boolean {
  if (!('options' in content) || !('chosen' in answer)) return true
  return answer.chosen.every((at) => at < content.options.length)
}

export function readAnswer(text: string, content: QuestionContent): QuestionAnswer {
  const value = parsed(text)
  if (!shape.Check(value)) throw refuse(NOT_AN_ANSWER)
  const answer = value as QuestionAnswer
  if (answer.kind !== content.kind || !isWithin(content, answer) || !isAnswered(answer)) throw refuse(NOT_AN_ANSWER)
  return answer
}
