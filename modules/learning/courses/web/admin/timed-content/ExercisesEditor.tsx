import { Button } from 'antd'
import { useState } from 'react'
import { type AuthoredExercise, exercisesMax } from '#modules/assessment/exercises/contract.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { SortableList } from '#web/ui/SortableList.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { withMoved } from '#web/ui/with-moved.ts'
import { courses } from '../../../contract.ts'
import { ExerciseFields } from './ExerciseFields.tsx'
import {
  copyOf,
  draftOf,
  type ExerciseDraft,
  inOrder,
  inputOf,
  isComplete,
  mayMove,
  newQuestion,
} from './exercise-drafts.ts'

/** The next exercise stands this far behind the last one. */
const STRIDE_MS = 60_000

interface Props {
  readonly params: { readonly id: string; readonly sectionId: string }
  /** Milliseconds; 0: the section has no time, so exercises stand at its end. */
  readonly length: number
  readonly exercises: readonly AuthoredExercise[]
}

/** Exercises of a section, in the order in which they are met; answers of those that stay are kept. */
export function ExercisesEditor({ params, length, exercises }: Props) {
  const t = useText('courses')
  const [drafts, setDrafts] = useState<readonly ExerciseDraft[]>(() => exercises.map(draftOf))
  const { busy, run } = useAction()
  const add = () => {
    const last = drafts.reduce((latest, draft) => Math.max(latest, draft.at ?? 0), 0)
    const at = length > 0 ? Math.min(length, last + STRIDE_MS) : null
    const rule = { mustAnswer: at !== null, attemptsMax: 2, backTo: null }
    setDrafts([...drafts, { key: crypto.randomUUID(), at, ...rule, questions: [newQuestion()] }])
  }
  const save = () =>
    run(
      async () => {
        const sorted = inOrder(drafts)
        await call(courses.saveExercises, { params, body: { exercises: sorted.map(inputOf) } })
        setDrafts(sorted)
      },
      { done: t('timedContent.saved') },
    )
  /** Only those have an order of their own. */
  const sharesPlace = (index: number) =>
    [index - 1, index + 1].some((other) => other in drafts && mayMove(drafts, index, other))
  const isFull = drafts.length >= exercisesMax
  return (
    <div className="sy-grid sy-gap-3">
      <SortableList
        className="sy-plain-list sy-grid sy-gap-3"
        items={drafts}
        keyOf={({ key }) => key}
        nameOf={(_, index) => t('timedContent.exercise', { number: index + 1 })}
        mayMove={(from, to) => mayMove(drafts, from, to)}
        onMove={async (from, to) => setDrafts(withMoved(drafts, from, to))}
      >
        {(draft, index, moves) => (
          <ExerciseFields
            number={index + 1}
            draft={draft}
            length={length}
            moves={sharesPlace(index) && moves}
            onChange={(values) =>
              setDrafts((before) => before.map((one) => (one.key === draft.key ? { ...one, ...values } : one)))
            }
            onCopy={isFull ? undefined : () => setDrafts(drafts.toSpliced(index + 1, 0, copyOf(draft)))}
            onRemove={() => setDrafts(drafts.filter(({ key }) => key !== draft.key))}
          />
        )}
      </SortableList>
      <div className="sy-actions">
        <Button icon={<Icon name="plus" size={16} />} disabled={isFull} onClick={add}>
          {t('timedContent.addExercise')}
        </Button>
        <Button type="primary" loading={busy} disabled={!drafts.every(isComplete)} onClick={() => void save()}>
          {t('timedContent.saveExercises')}
        </Button>
      </div>
    </div>
  )
}
