/** What is wrong with a content that its shape allows: keys that point at nothing, blanks without answers (EXAM-036). */
import { alternativesOf, countBlanks, hasChineseBlank, hasChineseBracket } from './blanks.ts'
import { parseDecimal } from './decimal.ts'
import type { Blank, QuestionContent, SimpleContent } from './question.ts'

export const problemCodes = [
  /** There is nothing to read, see or hear. */
  'empty',
  'same-text',
  /** The key names an option that is not there. */
  'no-such-option',
  'blank-count',
  'chinese-bracket',
  'empty-alternative',
  'not-a-number',
  /** The scores of the parts add up to more than 100. */
  'score-sum',
] as const
export type ProblemCode = (typeof problemCodes)[number]

export interface ContentProblem {
  /** `options.1`, `parts.0.stem` */
  readonly path: string
  readonly code: ProblemCode
}

const media = /<(?:img|audio|video)\b|data-latex=/i

/** Rich text in which nothing can be read, seen or heard. */
function isEmptyRichText(html: string): boolean {
  return !media.test(html) && html.replace(/<[^>]*>|&nbsp;/g, '').trim() === ''
}

type Problems = readonly (ContentProblem | false)[]

const at = (path: string, code: ProblemCode): ContentProblem => ({ path, code })

function textProblems(path: string, texts: readonly string[]): Problems {
  return texts.flatMap((text, index) => [
    isEmptyRichText(text) && at(`${path}.${index}`, 'empty'),
    texts.indexOf(text) < index && at(`${path}.${index}`, 'same-text'),
  ])
}

function choiceProblems(options: readonly string[], right: readonly number[], path = 'right'): Problems {
  return [
    ...textProblems('options', options),
    right.some((index) => index >= options.length) && at(path, 'no-such-option'),
  ]
}

function blankProblems(path: string, { answer, tolerance }: Blank): Problems {
  const alternatives = alternativesOf(answer)
  return [
    hasChineseBracket(answer) && at(path, 'chinese-bracket'),
    alternatives.includes('') && at(path, 'empty-alternative'),
    tolerance !== undefined && alternatives.some((text) => !parseDecimal(text)) && at(path, 'not-a-number'),
  ]
}

function stemProblems(stem: string, answerCount: number): Problems {
  return [
    hasChineseBlank(stem) && at('stem', 'chinese-bracket'),
    countBlanks(stem) !== answerCount && at('stem', 'blank-count'),
  ]
}

function gapsProblems({ stem, gaps }: SimpleContent & { kind: 'cloze' }): Problems {
  const own = gaps.flatMap((gap, index) => {
    if (!('options' in gap)) return blankProblems(`gaps.${index}.answer`, gap)
    return choiceProblems(gap.options, [gap.right]).map(
      (problem) => problem && at(`gaps.${index}.${problem.path}`, problem.code),
    )
  })
  return [...stemProblems(stem, gaps.length), ...own]
}

function matchingProblems({ pairs, extra }: SimpleContent & { kind: 'matching' }): Problems {
  const rights = pairs.map((pair) => pair.right)
  const lefts = textProblems(
    'pairs',
    pairs.map((pair) => pair.left),
  )
  return [
    ...lefts.map((problem) => problem && at(`${problem.path}.left`, problem.code)),
    ...rights.map((text, index) => isEmptyRichText(text) && at(`pairs.${index}.right`, 'empty')),
    ...textProblems('extra', extra),
    ...extra.map((text, index) => rights.includes(text) && at(`extra.${index}`, 'same-text')),
  ]
}

function keyProblems(content: SimpleContent): Problems {
  switch (content.kind) {
    case 'single-choice':
      return choiceProblems(content.options, [content.right])
    case 'multiple-choice':
    case 'undetermined-choice':
      return choiceProblems(content.options, content.right)
    case 'fill-in': {
      const own = content.blanks.flatMap((blank, index) => blankProblems(`blanks.${index}.answer`, blank))
      return [...stemProblems(content.stem, content.blanks.length), ...own]
    }
    case 'cloze':
      return gapsProblems(content)
    case 'matching':
      return matchingProblems(content)
    case 'ordering':
      return textProblems('items', content.items)
    default:
      return []
  }
}

const scoreTenthsMax = 1000

/** Empty where an author may keep the content. */
export function problemsOf(content: QuestionContent): ContentProblem[] {
  const stem = isEmptyRichText(content.stem) && at('stem', 'empty')
  if (content.kind !== 'group') return [stem, ...keyProblems(content)].filter((problem) => problem !== false)
  const sum = content.parts.reduce((total, part) => total + part.scoreTenths, 0)
  const own = content.parts.flatMap((part, index) =>
    problemsOf(part.content).map(({ path, code }) => at(`parts.${index}.content.${path}`, code)),
  )
  return [stem, sum > scoreTenthsMax && at('parts', 'score-sum'), ...own].filter((problem) => problem !== false)
}
