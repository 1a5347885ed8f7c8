import { Button, Checkbox, InputNumber } from 'antd'
import { type ReactNode, useState } from 'react'
import { QuestionPicker } from '#modules/assessment/questions/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { SortableList } from '#web/ui/SortableList.tsx'
import { withMoved } from '#web/ui/with-moved.ts'
import { type ExerciseDraft, newQuestion, type QuestionDraft } from './exercise-drafts.ts'
import { PlaceInput } from './PlaceInput.tsx'
import { QuestionRow } from './QuestionRow.tsx'

const QUESTIONS_MAX = 10
const ATTEMPTS_MAX = 10

interface Props {
  readonly number: number
  /** The buttons that move it among those at its place; nothing where it stands there alone. */
  readonly moves: ReactNode
  readonly draft: ExerciseDraft
  readonly length: number
  readonly onChange: (values: Partial<ExerciseDraft>) => void
  readonly onCopy: (() => void) | undefined
  readonly onRemove: () => void
}

/** One exercise: where it stands, what it asks for, and its questions. */
export function ExerciseFields({ number, moves, draft, length, onChange, onCopy, onRemove }: Props) {
  const t = useText('courses')
  const [isPicking, setPicking] = useState(false)
  const { at, questions, backTo } = draft
  const hasTime = length > 0
  const setQuestions = (next: readonly QuestionDraft[]) => onChange({ questions: next })
  return (
    <article aria-label={t('timedContent.exercise', { number })} className="sy-grid sy-gap-3 co-timed-exercise">
      <div className="sy-row sy-wrap sy-gap-3 sy-apart">
        {hasTime ? (
          <span className="sy-row sy-gap-2">
            {at !== null && <PlaceInput value={at} max={length} onChange={(ms) => onChange({ at: ms })} />}
            <Checkbox checked={at === null} onChange={({ target }) => onChange({ at: target.checked ? null : length })}>
              {t('timedContent.atEnd')}
            </Checkbox>
          </span>
        ) : (
          <strong>{t('timedContent.atEnd')}</strong>
        )}
        <span className="sy-row sy-gap-1">
          {moves}
          <Button
            type="text"
            aria-label={t('timedContent.copy')}
            icon={<Icon name="copy" size={16} />}
            disabled={!onCopy}
            onClick={onCopy}
          />
          <Button
            type="text"
            aria-label={t('timedContent.remove')}
            icon={<Icon name="delete" size={16} />}
            onClick={onRemove}
          />
        </span>
      </div>
      <SortableList
        className="sy-plain-list sy-grid sy-gap-2"
        items={questions}
        keyOf={({ key }) => key}
        nameOf={(_, index) => t('timedContent.question', { number: index + 1 })}
        onMove={async (from, to) => setQuestions(withMoved(questions, from, to))}
        {...(questions.length > 1 && { onRemove: (index) => setQuestions(questions.toSpliced(index, 1)) })}
      >
        {(question, index, actions) => (
          <QuestionRow
            number={index + 1}
            question={question}
            actions={questions.length > 1 && actions}
            onChange={(values) =>
              setQuestions(questions.map((one, place) => (place === index ? { ...one, ...values } : one)))
            }
          />
        )}
      </SortableList>
      <div className="sy-row sy-wrap sy-gap-2">
        <Button
          size="small"
          type="dashed"
          disabled={questions.length >= QUESTIONS_MAX}
          onClick={() => setQuestions([...questions, newQuestion()])}
        >
          {t('timedContent.addQuestion')}
        </Button>
        <Button
          size="small"
          type="dashed"
          disabled={questions.length >= QUESTIONS_MAX}
          onClick={() => setPicking(true)}
        >
          {t('timedContent.pick')}
        </Button>
      </div>
      <div className="sy-row sy-wrap sy-gap-4 co-timed-caption">
        {hasTime && (
          <Checkbox checked={draft.mustAnswer} onChange={({ target }) => onChange({ mustAnswer: target.checked })}>
            {t('timedContent.mustAnswer')}
          </Checkbox>
        )}
        <span className="sy-row sy-gap-2">
          {t('timedContent.attempts')}
          <InputNumber
            aria-label={t('timedContent.attempts')}
            min={1}
            max={ATTEMPTS_MAX}
            precision={0}
            value={draft.attemptsMax}
            onChange={(value) => value !== null && onChange({ attemptsMax: value })}
          />
        </span>
        {hasTime && (
          <span className="sy-row sy-gap-2">
            <Checkbox
              checked={backTo !== null}
              onChange={({ target }) => onChange({ backTo: target.checked ? 0 : null })}
            >
              {t('timedContent.back')}
            </Checkbox>
            {backTo !== null && (
              <PlaceInput value={backTo} max={at ?? length} onChange={(ms) => onChange({ backTo: ms })} />
            )}
          </span>
        )}
      </div>
      {isPicking && (
        <QuestionPicker
          title={t('timedContent.pickTitle')}
          taken={new Set(questions.flatMap(({ picked }) => picked?.bankQuestionId ?? []))}
          max={QUESTIONS_MAX - questions.length}
          onClose={() => setPicking(false)}
          onPick={(picked) => {
            setPicking(false)
            // An empty question that nobody has written yet gives way.
            const written = questions.filter(({ content, picked: known }) => content !== undefined || known)
            const added = picked.map(({ id: bankQuestionId, excerpt }) => ({
              ...{ ...newQuestion(), isComplete: true, isFromBank: true, picked: { bankQuestionId, excerpt } },
            }))
            setQuestions([...written, ...added])
          }}
        />
      )}
    </article>
  )
}
