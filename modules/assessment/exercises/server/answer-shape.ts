/** An answer as it comes in a form: its shape is that of its question's kind, and it says something. */
import { Compile } from 'typebox/compile'
import { refuse } from '#kit/errors.ts'
import { QuestionAnswer, type QuestionContent } from '#modules/assessment/questions/contract.ts'
import { NOT_AN_ANSWER } from '../contract/codes.ts'

const shape = Compile(QuestionAnswer)

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== ''

/** Whether there is anything to evaluate in it. */
function saysSomething(answer: QuestionAnswer | null): boolean {
  if (!answer) return false
  switch (answer.kind) {
    case 'single-choice':
    case 'multiple-choice':
    case 'undetermined-choice':
      return answer.chosen.length > 0
    case 'true-false':
      return answer.isTrue !== null
    case 'fill-in':
      return answer.texts.some(isText)
    case 'matching':
      return answer.rights.some((right) => right !== null)
    case 'ordering':
      return answer.order.length > 0
    case 'cloze':
      return answer.gaps.some((gap) => typeof gap === 'number' || isText(gap))
    case 'numeric':
    case 'short-answer':
      return isText(answer.text)
    case 'file-answer':
      return answer.fileIds.length > 0
    case 'group':
      return answer.parts.some(saysSomething)
  }
}

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
  if (answer.kind !== content.kind || !isWithin(content, answer) || !saysSomething(answer)) throw refuse(NOT_AN_ANSWER)
  return answer
}
