/** A content on its way into the bank: cleaned, checked, and as plain text. */
import { refuse } from '#kit/errors.ts'
import { cleanRichText, plainText } from '#modules/content/catalog/server.ts'
import { CONTENT_INCONSISTENT } from '../contract/codes.ts'
import { problemsOf } from '../contract/consistency.ts'
import type { QuestionContent } from '../contract/question.ts'
import { mapRichTexts, readTexts } from '../contract/texts.ts'

/** More of a text is neither searched nor compared. */
const plainTextMax = 4000

const sorted = (content: QuestionContent): QuestionContent =>
  content.kind === 'multiple-choice' || content.kind === 'undetermined-choice'
    ? { ...content, right: content.right.toSorted((one, other) => one - other) }
    : content

/** What is stored of a content: what may not be shown is cut out of its texts, and the key has one form. */
export function cleanContent(content: QuestionContent): QuestionContent {
  const clean = mapRichTexts(content, cleanRichText)
  if (clean.kind !== 'group') return sorted(clean)
  return {
    ...clean,
    parts: clean.parts.map((part) => ({ ...part, content: sorted(part.content) as typeof part.content })),
  }
}

/** Cleaned contents; refuses those that contradict themselves, all problems of all of them in one answer. */
export function cleanContents(contents: readonly QuestionContent[]): QuestionContent[] {
  const clean = contents.map(cleanContent)
  const problems = clean.flatMap((content, index) =>
    problemsOf(content).map(({ path, code }) => ({ index, path: `content.${path}`, code })),
  )
  if (problems.length > 0) throw refuse(CONTENT_INCONSISTENT, { problems: problems.slice(0, 100) })
  return clean
}

/** What learners read of it, a line for each text. */
export function plainTextOf(content: QuestionContent): string {
  const lines = readTexts(content).map((html) => plainText(html).replace(/\s+/g, ' ').trim())
  return lines.join('\n').slice(0, plainTextMax)
}

/** Everything that can be read in it, the explanation and the key as well: for the check of sensitive words. */
export function allTextOf(content: QuestionContent): string {
  const texts: string[] = []
  mapRichTexts(content, (html) => {
    texts.push(plainText(html))
    return html
  })
  return [...texts, ...typedTexts(content)].join('\n')
}

function typedTexts(content: QuestionContent): string[] {
  if (content.kind === 'group') return content.parts.flatMap((part) => typedTexts(part.content))
  if (content.kind === 'fill-in') return content.blanks.map((blank) => blank.answer)
  if (content.kind !== 'cloze') return []
  return content.gaps.flatMap((gap) => ('options' in gap ? gap.options : [gap.answer]))
}

/** A group is worth what its parts are worth together. */
export function scoreOfContent(content: QuestionContent, scoreTenths: number): number {
  if (content.kind !== 'group') return scoreTenths
  return content.parts.reduce((sum, part) => sum + part.scoreTenths, 0)
}
