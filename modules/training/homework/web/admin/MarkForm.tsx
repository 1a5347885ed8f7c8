import { Button, Input, InputNumber } from 'antd'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { RubricChoice } from '#modules/assessment/exams/web.tsx'
import { pointsOfTenths } from '#modules/assessment/questions/contract.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useAction } from '#web/ui/use-action.ts'
import { commentLengthMax, type TaskRules, type Version } from '../../contract/shapes.ts'
import { homework } from '../../contract.ts'
import { homeworkPaths } from '../paths.ts'

interface Props {
  readonly params: { readonly id: string; readonly activityId: string; readonly memberId: string }
  readonly task: Pick<TaskRules, 'rubric' | 'maxTenths' | 'passTenths'>
  readonly version: Version
}

/** Points or the levels of the rubric, a comment, and what follows: a mark, or another version. */
export function MarkForm({ params, task, version }: Props) {
  const t = useText('homework')
  const fieldId = useId()
  const navigate = useNavigate()
  const { rubric, maxTenths } = task
  const isMarked = version.state === 'accepted'
  // A rubric that has changed since is filled in again.
  const isSameRubric = JSON.stringify(version.mark?.rubric) === JSON.stringify(rubric)
  const before = isSameRubric ? version.mark?.levels : null
  const [levels, setLevels] = useState<readonly number[]>(before ?? rubric?.map(() => -1) ?? [])
  const [tenths, setTenths] = useState(version.mark?.tenths ?? null)
  const [comment, setComment] = useState(version.mark?.comment ?? '')
  const [isNeeded, setIsNeeded] = useState(false)
  const { busyWith, run } = useAction()
  const chosen = rubric?.map((criterion, at) => criterion.levels[levels[at] ?? -1])
  const isComplete = chosen ? chosen.every((level) => level !== undefined) : tenths !== null
  const sum = chosen ? chosen.reduce((total, level) => total + (level?.tenths ?? 0), 0) : tenths
  const openNext = async () => {
    const { id, activityId, memberId } = params
    const query = { without: [memberId] }
    const next = await call(homework.nextHomework, { params: { id, activityId }, query }, { cache: 0 })
    void navigate(
      next.memberId === null
        ? homeworkPaths.ofClass(id, activityId)
        : homeworkPaths.marking(id, activityId, next.memberId),
    )
  }
  const decide = (decision: 'mark' | 'return') => {
    if (decision === 'return' && comment.trim() === '') return setIsNeeded(true)
    // What is returned has the mark of what was chosen to the end, or none.
    const given = isComplete ? { levels: rubric ? [...levels] : null, tenths: sum } : { levels: null, tenths: null }
    const body = { submissionId: version.id, decision, comment, ...given }
    const work = async () => {
      await call(homework.markHomework, { params, body })
      if (!isMarked) await openNext()
    }
    return run(work, { name: decision, done: t(decision === 'mark' ? 'marking.marked' : 'marking.returned') })
  }
  return (
    <div className="sy-column sy-gap-3">
      {rubric ? (
        <RubricChoice rubric={rubric} levels={levels} disabled={false} onChange={setLevels} />
      ) : (
        <div className="sy-column sy-gap-2">
          <label htmlFor={`${fieldId}-mark`}>{t('mark.title')}</label>
          <InputNumber<number>
            id={`${fieldId}-mark`}
            min={0}
            max={maxTenths / 10}
            precision={1}
            value={tenths === null ? null : tenths / 10}
            onChange={(points) => setTenths(points === null ? null : Math.round(points * 10))}
          />
        </div>
      )}
      <p className="hw-points" role="status">
        {sum === null ? '—' : pointsOfTenths(sum)} / {pointsOfTenths(maxTenths)}
      </p>
      <div className="sy-column sy-gap-2 hw-field">
        <label htmlFor={fieldId}>{t('mark.comment')}</label>
        <Input.TextArea
          id={fieldId}
          value={comment}
          maxLength={commentLengthMax}
          showCount
          autoSize={{ minRows: 3, maxRows: 8 }}
          status={isNeeded ? 'error' : ''}
          onChange={(event) => {
            setComment(event.target.value)
            setIsNeeded(false)
          }}
        />
        {isNeeded && <p role="alert">{t('marking.commentNeeded')}</p>}
      </div>
      <div className="sy-row sy-wrap sy-gap-3">
        <Button
          type="primary"
          disabled={!isComplete || busyWith === 'return'}
          loading={busyWith === 'mark'}
          onClick={() => void decide('mark')}
        >
          {t(isMarked ? 'marking.correct' : 'marking.give')}
        </Button>
        {!isMarked && (
          <Button
            danger
            disabled={busyWith === 'mark'}
            loading={busyWith === 'return'}
            onClick={() => void decide('return')}
          >
            {t('marking.return')}
          </Button>
        )}
      </div>
    </div>
  )
}
