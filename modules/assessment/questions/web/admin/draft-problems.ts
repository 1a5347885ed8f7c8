/** What keeps a draft from being saved, by the place of the content; the server checks the same and more. */
import { type ProblemCode, problemsOf } from '../../contract/consistency.ts'
import { parseDecimal } from '../../contract/decimal.ts'
import type { QuestionContent, SimpleContent } from '../../contract/question.ts'
import { contentOf, type Draft } from './draft.ts'

export type DraftProblem = ProblemCode | 'no-right' | 'no-blank' | 'no-format'
export type DraftProblems = ReadonlyMap<string, DraftProblem>

type Found = readonly (readonly [path: string, problem: DraftProblem] | false)[]

/** What the schema refuses and a form can leave open. */
function open(content: SimpleContent): Found {
  switch (content.kind) {
    case 'single-choice':
      return [content.right < 0 && ['right', 'no-right']]
    case 'multiple-choice':
    case 'undetermined-choice':
      return [content.right.length === 0 && ['right', 'no-right']]
    case 'fill-in':
      return [content.blanks.length === 0 && ['stem', 'no-blank']]
    case 'cloze':
      return [content.gaps.length === 0 && ['stem', 'no-blank']]
    case 'numeric':
      return [
        !parseDecimal(content.answer) && ['answer', 'not-a-number'],
        !parseDecimal(content.tolerance) && ['tolerance', 'not-a-number'],
      ]
    case 'file-answer':
      return [content.formats.length === 0 && ['formats', 'no-format']]
    default:
      return []
  }
}

function openOf(content: QuestionContent): Found {
  if (content.kind !== 'group') return open(content)
  return content.parts.flatMap((part, index) =>
    open(part.content).map((found) => found && ([`parts.${index}.content.${found[0]}`, found[1]] as const)),
  )
}

export function draftProblems(draft: Draft): DraftProblems {
  const content = contentOf(draft)
  const shared = problemsOf(content).map(({ path, code }) => [path, code] as const)
  // The first problem of a place is the one to say.
  return new Map([...openOf(content).filter((found) => found !== false), ...shared].toReversed())
}

/** The problems below a place, named from there. */
export function problemsBelow(problems: DraftProblems, place: string): DraftProblems {
  const prefix = `${place}.`
  return new Map(
    [...problems].flatMap(([path, code]) =>
      path.startsWith(prefix) ? [[path.slice(prefix.length), code] as const] : [],
    ),
  )
}
