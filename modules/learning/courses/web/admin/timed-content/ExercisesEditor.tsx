import { Button, Checkbox, Input, Select } from 'antd'
import { useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { type AuthoredExercise, type ExerciseKind, exercisesMax } from '../../../contract/segments.ts'
import { courses } from '../../../contract.ts'
import { changedKind, type ExerciseDraft, isComplete } from './exercise-drafts.ts'
import { PlaceInput } from './PlaceInput.tsx'

const kinds: readonly ExerciseKind[] = ['single', 'multiple', 'judge', 'fill']
const OPTIONS_MAX = 10

interface Props {
  readonly params: { readonly id: string; readonly sectionId: string }
  readonly length: number
  readonly exercises: readonly AuthoredExercise[]
}

/** Exercises for which the video stops; answers of those that stay are kept. */
export function ExercisesEditor({ params, length, exercises }: Props) {
  const t = useText('courses')
  const [drafts, setDrafts] = useState<readonly ExerciseDraft[]>(() =>
    exercises.map((exercise) => ({ ...exercise, key: exercise.id })),
  )
  const { busy, run } = useAction()
  const change = (key: string, values: Partial<ExerciseDraft>) =>
    setDrafts((before) => before.map((draft) => (draft.key === key ? { ...draft, ...values } : draft)))
  const add = () => {
    const at = Math.min(length, drafts.reduce((last, draft) => Math.max(last, draft.at), 0) + 60_000)
    const fresh = { key: crypto.randomUUID(), at, question: '', explanation: '', mustAnswer: true, options: [] }
    setDrafts([
      ...drafts,
      changedKind({ ...fresh, kind: 'single' }, 'single', [t('timedContent.yes'), t('timedContent.no')]),
    ])
  }
  const save = () =>
    run(
      async () => {
        const inputs = [...drafts]
          .sort((one, other) => one.at - other.at)
          .map(({ id, at, kind, question, options, explanation, mustAnswer }) => ({
            ...(id !== undefined && { id }),
            ...{ at, kind, question, explanation, mustAnswer },
            options: options.map(({ text, isRight }) => ({ text, isRight: kind === 'fill' || isRight })),
          }))
        await call(courses.saveExercises, { params, body: { exercises: inputs } })
      },
      { done: t('timedContent.saved') },
    )
  return (
    <div className="sy-grid sy-gap-3">
      {drafts.map((draft) => (
        <article key={draft.key} className="sy-grid sy-gap-2 co-timed-exercise">
          <div className="sy-grid sy-gap-2 co-timed-row">
            <PlaceInput value={draft.at} max={length} onChange={(at) => change(draft.key, { at })} />
            <Select
              value={draft.kind}
              aria-label={t('timedContent.kind')}
              options={kinds.map((kind) => ({ value: kind, label: t(`exercise.kind.${kind}`) }))}
              onChange={(kind) =>
                change(draft.key, changedKind(draft, kind, [t('timedContent.yes'), t('timedContent.no')]))
              }
            />
            <Button
              type="text"
              aria-label={t('timedContent.remove')}
              icon={<Icon name="delete" size={16} />}
              onClick={() => setDrafts(drafts.filter(({ key }) => key !== draft.key))}
            />
          </div>
          <Input.TextArea
            value={draft.question}
            maxLength={500}
            autoSize
            placeholder={t('timedContent.question')}
            aria-label={t('timedContent.question')}
            onChange={(event) => change(draft.key, { question: event.target.value })}
          />
          <Options draft={draft} onChange={(options) => change(draft.key, { options })} />
          <Input.TextArea
            value={draft.explanation}
            maxLength={1000}
            autoSize
            placeholder={t('timedContent.explanation')}
            aria-label={t('timedContent.explanation')}
            onChange={(event) => change(draft.key, { explanation: event.target.value })}
          />
          <div className="sy-row sy-wrap sy-apart sy-gap-3 co-timed-caption">
            <Checkbox
              checked={draft.mustAnswer}
              onChange={(event) => change(draft.key, { mustAnswer: event.target.checked })}
            >
              {t('timedContent.mustAnswer')}
            </Checkbox>
            {draft.answeredCount !== undefined && draft.answeredCount > 0 && (
              <small>
                {t('timedContent.answered', { count: draft.answeredCount, right: draft.rightFirstCount ?? 0 })}
              </small>
            )}
          </div>
        </article>
      ))}
      <div className="sy-actions">
        <Button icon={<Icon name="plus" size={16} />} disabled={drafts.length >= exercisesMax} onClick={add}>
          {t('timedContent.addExercise')}
        </Button>
        <Button type="primary" loading={busy} disabled={!drafts.every(isComplete)} onClick={() => void save()}>
          {t('timedContent.saveExercises')}
        </Button>
      </div>
    </div>
  )
}

interface OptionsProps {
  readonly draft: ExerciseDraft
  readonly onChange: (options: ExerciseDraft['options']) => void
}

function Options({ draft: { kind, options }, onChange }: OptionsProps) {
  const t = useText('courses')
  const changeAt = (at: number, values: Partial<ExerciseDraft['options'][number]>) =>
    onChange(options.map((option, index) => (index === at ? { ...option, ...values } : option)))
  const markRight = (at: number, isRight: boolean) => {
    if (kind === 'multiple') changeAt(at, { isRight })
    else onChange(options.map((option, index) => ({ ...option, isRight: index === at })))
  }
  return (
    <ul className="sy-grid sy-gap-2 sy-plain-list co-timed-options">
      {options.map((option, at) => (
        <li key={option.key}>
          {kind !== 'fill' && (
            <Checkbox
              checked={option.isRight}
              aria-label={t('timedContent.isRight', { number: at + 1 })}
              onChange={(event) => markRight(at, event.target.checked)}
            />
          )}
          <Input
            value={option.text}
            maxLength={300}
            placeholder={t(kind === 'fill' ? 'timedContent.rightText' : 'timedContent.option', { number: at + 1 })}
            aria-label={t(kind === 'fill' ? 'timedContent.rightText' : 'timedContent.option', { number: at + 1 })}
            onChange={(event) => changeAt(at, { text: event.target.value })}
          />
          {kind !== 'judge' && options.length > (kind === 'fill' ? 1 : 2) && (
            <Button
              type="text"
              aria-label={t('timedContent.removeOption', { number: at + 1 })}
              icon={<Icon name="close" size={14} />}
              onClick={() => onChange(options.filter((_, index) => index !== at))}
            />
          )}
        </li>
      ))}
      {kind !== 'judge' && options.length < OPTIONS_MAX && (
        <li>
          <Button
            type="dashed"
            size="small"
            onClick={() => onChange([...options, { key: crypto.randomUUID(), text: '', isRight: false }])}
          >
            {t('timedContent.addOption')}
          </Button>
        </li>
      )}
    </ul>
  )
}
