import { useText } from '#web/i18n/texts.ts'
import { Prose } from '#web/ui/Prose.tsx'
import type { Gap, QuestionContent, SimpleContent } from '../../contract/question.ts'
import { letterOf } from './field.ts'

const letters = (places: readonly number[]) =>
  places
    .toSorted((a, b) => a - b)
    .map(letterOf)
    .join('、')

/** `|` separates alternatives; the reader sees them as such. */
const alternatives = (answer: string) => answer.split('|').join(' / ')

function gapText(gap: Gap): string {
  return 'options' in gap ? (gap.options[gap.right] ?? '') : alternatives(gap.answer)
}

/** A person marks the answer; the key is an example of a good one. */
const isOpen = ({ kind }: SimpleContent) => kind === 'short-answer' || kind === 'file-answer'

/** The right answer and its explanation: for whoever may know the key. */
export function KeyView({ content }: { content: QuestionContent }) {
  const t = useText('questions')
  if (content.kind === 'group')
    return (
      <ol className="qu-parts sy-column sy-gap-3">
        {content.parts.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a version stay in their order.
          <li key={at}>
            <KeyView content={part.content} />
          </li>
        ))}
      </ol>
    )
  return (
    <div className="qu-key sy-column sy-gap-2">
      <div>
        <strong>{t(isOpen(content) ? 'key.reference' : 'key.right')}</strong> <Right content={content} />
      </div>
      {content.explanation !== '' && (
        <div>
          <strong>{t('editor.explanation')}</strong>
          <Prose html={content.explanation} />
        </div>
      )}
    </div>
  )
}

function Right({ content }: { content: SimpleContent }) {
  const t = useText('questions')
  switch (content.kind) {
    case 'single-choice':
      return letterOf(content.right)
    case 'multiple-choice':
    case 'undetermined-choice':
      return letters(content.right)
    case 'true-false':
      return t(content.isTrue ? 'view.true' : 'view.false')
    case 'fill-in':
      return content.blanks.map(({ answer }) => alternatives(answer)).join('；')
    case 'cloze':
      return content.gaps.map(gapText).join('；')
    case 'numeric':
      return [content.answer, ...(content.tolerance === '0' ? [] : [`± ${content.tolerance}`]), content.unit].join(' ')
    case 'matching':
      return (
        <ul>
          {content.pairs.map(({ left, right }) => (
            <li key={left}>
              <Prose inline html={left} /> → <Prose inline html={right} />
            </li>
          ))}
        </ul>
      )
    case 'ordering':
      return (
        <ol>
          {content.items.map((item) => (
            <li key={item}>
              <Prose inline html={item} />
            </li>
          ))}
        </ol>
      )
    case 'short-answer':
    case 'file-answer':
      return content.reference === '' ? t('key.byGrader') : <Prose html={content.reference} />
  }
}
