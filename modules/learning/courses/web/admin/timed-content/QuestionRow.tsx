import { Button, Tag } from 'antd'
import { useState } from 'react'
import type { QuestionKind } from '#modules/assessment/questions/contract.ts'
import { ContentEditor } from '#modules/assessment/questions/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
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
  readonly onMove: ((by: -1 | 1) => void) | undefined
  readonly onRemove: (() => void) | undefined
}

/** A question of an exercise: what it asks, what was answered, and its fields when it is written. */
export function QuestionRow({ number, question, onChange, onMove, onRemove }: Props) {
  const t = useText('courses')
  const { content, picked, counts } = question
  const [isOpen, setOpen] = useState(content === undefined && !picked)
  const title = t('timedContent.question', { number })
  return (
    <li className="sy-grid sy-gap-2 sy-box">
      <div className="sy-row sy-gap-2 sy-apart">
        <strong>{title}</strong>
        <span className="sy-row sy-gap-1">
          {question.isFromBank && <Tag>{t('timedContent.fromBank')}</Tag>}
          {onMove && (
            <>
              <Button
                type="text"
                size="small"
                aria-label={`${title} ${t('timedContent.up')}`}
                icon={<Icon name="chevron-up" size={14} />}
                onClick={() => onMove(-1)}
              />
              <Button
                type="text"
                size="small"
                aria-label={`${title} ${t('timedContent.down')}`}
                icon={<Icon name="chevron-down" size={14} />}
                onClick={() => onMove(1)}
              />
            </>
          )}
          {!picked && (
            <Button type="text" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {t(isOpen ? 'timedContent.done' : 'timedContent.editQuestion')}
            </Button>
          )}
          {onRemove && (
            <Button
              type="text"
              size="small"
              aria-label={`${t('timedContent.removeQuestion')} ${number}`}
              icon={<Icon name="close" size={14} />}
              onClick={onRemove}
            />
          )}
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
    </li>
  )
}
