/**
 * What a format cannot say of a question: the fields that reading back what was written gives otherwise. It stands beside the
 * question in a place that other programs pass over, and is laid over what the format says when the file is read again. So
 * whatever the format says, and somebody changed in the file, is taken from there.
 */
import { isDeepStrictEqual } from 'node:util'
import type { ExchangeQuestion } from '../exchange-question.ts'
import { type FormatQuestion, isQuestion, questionDefaults, unreadable } from './format-question.ts'

type Fields = Readonly<Record<string, unknown>>

function differing(written: Fields, wanted: Fields): Fields {
  return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => !isDeepStrictEqual(value, written[name])))
}

const without = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name))

/** Fields that differ, and those of another kind, which the question does not have. */
function contentRest(written: Fields, wanted: Fields): Fields {
  const dropped = Object.keys(written).filter((name) => !(name in wanted))
  return { ...differing(written, wanted), ...Object.fromEntries(dropped.map((name) => [name, null])) }
}

/** What is to be laid over each part, where all of them were read; null where nothing is. */
function partRests(question: ExchangeQuestion, read: ExchangeQuestion | undefined): readonly unknown[] | undefined {
  if (question.content.kind !== 'group' || read?.content.kind !== 'group') return undefined
  const { parts } = read.content
  if (parts.length !== question.content.parts.length) return undefined
  return question.content.parts.map(({ scoreTenths, content }, at) => {
    const before = parts[at]
    const rest = {
      ...differing({ scoreTenths: before?.scoreTenths }, { scoreTenths }),
      content: contentRest({ ...before?.content }, { ...content }),
    }
    return Object.keys(rest).length === 1 && Object.keys(rest.content).length === 0 ? null : rest
  })
}

/** Undefined where the format says everything. `partCount`: the parts of a group stand beside it as questions of their own. */
export function remainderOf(
  question: ExchangeQuestion,
  read: ExchangeQuestion | undefined,
  partCount?: number,
): string | undefined {
  const { content, ...fields } = question
  const whole = contentRest({ ...read?.content }, { ...content })
  const parts = partCount === undefined ? partRests(question, read) : undefined
  const own = partCount === undefined && parts === undefined ? whole : without(whole, 'parts')
  const rest = {
    ...differing(read ? { ...read } : {}, fields),
    ...(Object.keys(own).length > 0 && { content: own }),
    ...(partCount !== undefined && { partCount }),
    ...(parts?.some((part) => part !== null) && { parts }),
  }
  return Object.keys(rest).length === 0 ? undefined : JSON.stringify(rest)
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const laidOver = (before: Fields, over: Fields): Fields =>
  Object.fromEntries(Object.entries({ ...before, ...over }).filter(([, value]) => value !== null))

function partsWith(read: unknown, rests: unknown): unknown {
  if (!Array.isArray(read) || !Array.isArray(rests) || read.length !== rests.length) return read
  return read.map((part: unknown, at) => {
    const rest: unknown = rests[at]
    if (!isFields(part) || !isFields(rest)) return part
    const content =
      isFields(rest.content) && isFields(part.content) ? laidOver(part.content, rest.content) : part.content
    return { ...part, ...rest, content }
  })
}

function parsed(remainder: string | undefined): Fields | undefined {
  try {
    const rest: unknown = JSON.parse(remainder ?? '')
    return isFields(rest) ? rest : undefined
  } catch {
    return undefined
  }
}

/** Lays the remainder over what was read. What is no remainder of ours leaves it as it was read. */
export function withRemainder(read: FormatQuestion, remainder: string | undefined): FormatQuestion {
  const rest = parsed(remainder)
  if (!rest) return read
  const { content: over, partCount, parts, ...fields } = rest
  const { excerpt, losses } = read
  const content = laidOver({ ...read.question?.content }, isFields(over) ? over : {})
  if (Number.isInteger(partCount) && Number(partCount) > 0) {
    const head = { ...questionDefaults, ...fields, content: { ...content, kind: 'group', parts: [] } }
    // Its shape is looked at when its parts are there.
    return {
      excerpt,
      problems: [],
      losses: [],
      partCount: Number(partCount),
      question: head as unknown as ExchangeQuestion,
    }
  }
  const whole = 'parts' in content ? { ...content, parts: partsWith(content.parts, parts) } : content
  const question = { ...questionDefaults, ...read.question, ...fields, content: whole }
  if (!isQuestion(question)) return read.question ? read : unreadable(excerpt)
  return { excerpt, question, problems: [], losses }
}

/** Groups with their parts, which follow them. A part that cannot be read is the group's problem as well. */
export function assembled(questions: readonly FormatQuestion[]): FormatQuestion[] {
  const found: FormatQuestion[] = []
  for (let at = 0; at < questions.length; at += 1) {
    const head = questions[at]
    if (!head) break
    if (head.partCount === undefined) {
      found.push(head)
      continue
    }
    const parts = questions.slice(at + 1, at + 1 + head.partCount)
    const contents = parts.flatMap(({ question, problems }) =>
      question && problems.length === 0 ? [{ scoreTenths: question.scoreTenths, content: question.content }] : [],
    )
    const question = { ...head.question, content: { ...head.question?.content, parts: contents } }
    const isWhole = contents.length === head.partCount && isQuestion(question)
    if (!isWhole) {
      // What follows may be whole all the same.
      found.push(unreadable(head.excerpt))
      continue
    }
    at += parts.length
    found.push({ ...head, question, losses: [...head.losses, ...parts.flatMap(({ losses }) => losses)] })
  }
  return found
}
