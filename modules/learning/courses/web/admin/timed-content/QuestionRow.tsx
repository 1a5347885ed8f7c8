import { Button, Tag } from 'antd'
import { type ReactNode, useState } from 'react'
import type { QuestionKind } from '#modules/assessment/questions/contract.ts'
import { ContentEditor } from '#modules/assessment/questions/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { Prose } from '#web/ui/Prose.tsx'
import type { QuestionDraft } from './exercise-drafts.ts'

/** The kinds whose result can be shown at once. */
const kinds: readonly QuestionKind[] = [
  ...(['single-choice', 'multiple-choice', 'true-false', 'fill-in'] as const),
  ...(['undetermined-choice', 'cloze', 'numeric', 'matching', 'ordering'] as const),
]

interface Props {
  readonly number: number
  readonly question: QuestionDraft
  readonly onChange: (values: Partial<QuestionDraft>) => void
  /** The buttons that move and remove it. */
  readonly actions: ReactNode
}

/** A question of an exercise: what it asks, what was answered, and its fields when it is written. */
export function QuestionRow({ number, question, actions, onChange }: Props) {
  const t = useText('courses')
  const { content, picked, counts } = question
  const [isOpen, setOpen] = useState(content === undefined && !picked)
  const title = t('timedContent.question', { number })
  return (
    <div className="sy-grid sy-gap-2 sy-box">
      <div className="sy-row sy-gap-2 sy-apart">
        <strong>{title}</strong>
        <span className="sy-row sy-gap-1">
          {question.isFromBank && <Tag>{t('timedContent.fromBank')}</Tag>}
          {!picked && (
            <Button type="text" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t(isOpen ? 'timedContent.done' : 'timedContent.editQuestion')}
            </Button>
          )}
          {actions}
        </span>
      </div>
      {picked && <p>{picked.excerpt}</p>}
      {!isOpen && content && <Prose html={content.stem} />}
      {isOpen && !picked && (
        <ContentEditor
          content={content}
          kinds={content?.kind === 'group' ? ['group'] : kinds}
          onChange={(next, isComplete) => onChange({ content: next, isComplete, isChanged: true, isFromBank: false })}
        />
      )}
      {counts && counts.answeredCount > 0 && (
        <small className="sy-number">
          {t('timedContent.questionStats', { count: counts.answeredCount, right: counts.rightFirstCount })}
          {counts.optionCounts && ` · ${t('timedContent.optionStats', { counts: counts.optionCounts.join(' / ') })}`}
        </small>
      )}
    </div>
  )
}
