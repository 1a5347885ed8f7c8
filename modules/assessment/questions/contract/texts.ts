/** The rich texts of a content: to be cleaned, and to be read. */
import type { QuestionContent, SimpleContent } from './question.ts'

type Change = (html: string) => string

function mapSimple(content: SimpleContent, change: Change): SimpleContent {
  const head = { stem: change(content.stem), explanation: change(content.explanation) }
  switch (content.kind) {
    case 'single-choice':
    case 'multiple-choice':
    case 'undetermined-choice':
      return { ...content, ...head, options: content.options.map(change) }
    case 'short-answer':
    case 'file-answer':
      return { ...content, ...head, reference: change(content.reference) }
    case 'matching': {
      const pairs = content.pairs.map(({ left, right }) => ({ left: change(left), right: change(right) }))
      return { ...content, ...head, pairs, extra: content.extra.map(change) }
    }
    case 'ordering':
      return { ...content, ...head, items: content.items.map(change) }
    default:
      return { ...content, ...head }
  }
}

/** The content with each of its rich texts changed. */
export function mapRichTexts(content: QuestionContent, change: Change): QuestionContent {
  if (content.kind !== 'group') return mapSimple(content, change)
  const parts = content.parts.map((part) => ({ ...part, content: mapSimple(part.content, change) }))
  return { ...content, stem: change(content.stem), explanation: change(content.explanation), parts }
}

/** What learners read, before they answer: the stem and what is chosen from. Rich texts, in the order of the content. */
export function readTexts(content: QuestionContent): string[] {
  switch (content.kind) {
    case 'group':
      return [content.stem, ...content.parts.flatMap((part) => readTexts(part.content))]
    case 'single-choice':
    case 'multiple-choice':
    case 'undetermined-choice':
      return [content.stem, ...content.options]
    case 'matching':
      return [content.stem, ...content.pairs.flatMap(({ left, right }) => [left, right]), ...content.extra]
    case 'ordering':
      return [content.stem, ...content.items]
    case 'cloze':
      return [content.stem, ...content.gaps.flatMap((gap) => ('options' in gap ? gap.options : []))]
    default:
      return [content.stem]
  }
}
