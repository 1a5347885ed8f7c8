import { Button, Input, InputNumber } from 'antd'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { pointsOfTenths, type QuestionContent } from '#modules/assessment/questions/contract.ts'
import { KeyView } from '#modules/assessment/questions/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useAction } from '#web/ui/use-action.ts'
import { type CannedComment, type MarkedAnswer, markCommentLengthMax, type Rubric } from '../../contract/marking.ts'
import { exams } from '../../contract.ts'
import { CannedComments } from './CannedComments.tsx'
import { GivenAnswer } from './GivenAnswer.tsx'
import { draftOf, isComplete, type MarkValues, valuesOf, withLevels } from './mark-values.ts'
import RubricChoice from './RubricChoice.tsx'
import { useMarkDraft } from './use-mark-draft.ts'

interface Props {
  readonly examId: string
  readonly answer: MarkedAnswer
  readonly content: QuestionContent
  readonly rubric: Rubric | null
  readonly comments: readonly CannedComment[]
  /** By question, it stands once above all answers. */
  readonly showsQuestion: boolean
  /** Something is written in this visit that is no mark yet. */
  readonly onUnsaved: (attemptId: string, place: number, isUnsaved: boolean) => void
}

/** Arrows move between the answers, a digit begins the points, Enter saves and goes on. */
function moveTo(card: HTMLElement | null, step: 1 | -1) {
  if (!card) return
  const cards = [...document.querySelectorAll<HTMLElement>('.ex-marked')]
  const next = cards[cards.indexOf(card) + step]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

/** A draft that was left; else the mark that there is. */
function startOf({ earnedTenths, levels, comment, draft }: MarkedAnswer, isClosed: boolean): MarkValues {
  return valuesOf(draft !== null && !isClosed ? draft : { tenths: earnedTenths, levels, comment })
}

/** An answer with the key beside it, and the mark that the grader gives. What is written is kept until it is given. */
export function MarkedAnswerCard({ examId, answer, content, rubric, comments, showsQuestion, onUnsaved }: Props) {
  const t = useText('exams')
  const { attemptId, place, scoreTenths, state, standing } = answer
  const isFinal = state === 'final'
  const isClosed = isFinal || standing === 'taken'
  const card = useRef<HTMLElement>(null)
  const draft = useMarkDraft(examId, answer)
  const [values, setValues] = useState(() => (draft.unsent ? valuesOf(draft.unsent) : startOf(answer, isClosed)))
  const [isChanged, setIsChanged] = useState(draft.unsent !== undefined)
  const { points, comment, levels } = values
  const pointsId = useId()
  const { busyWith, run } = useAction()
  const mayGive = !isClosed && isComplete(rubric, values)
  const isUnsaved = isChanged && busyWith === undefined
  useEffect(() => {
    onUnsaved(attemptId, place, isUnsaved)
    return () => onUnsaved(attemptId, place, false)
  }, [onUnsaved, attemptId, place, isUnsaved])
  const change = (next: MarkValues) => {
    setValues(next)
    setIsChanged(true)
    draft.keep(draftOf(next))
  }
  const mark = () =>
    run(
      async () => {
        await draft.drop()
        const chosen = levels.length > 0 ? { levels: [...levels] } : {}
        const body = { tenths: Math.round((points ?? 0) * 10), comment, ...chosen }
        const { answersLeft } = await call(exams.markAnswer, { params: { id: attemptId, place }, body })
        setIsChanged(false)
        moveTo(card.current, 1)
        if (answersLeft === 0) await call(exams.finishMarking, { params: { id: attemptId } })
      },
      { name: 'mark', done: t('marking.marked'), onFailure: () => draft.keep(draftOf(values)) },
    )
  const restart = () =>
    run(() => call(exams.restartMarking, { params: { id: attemptId } }), {
      name: 'restart',
      done: t('marking.restarted'),
    })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      moveTo(card.current, event.key === 'ArrowDown' ? 1 : -1)
    } else if (/^[0-9]$/.test(event.key) && !isClosed) document.getElementById(pointsId)?.focus()
  }
  const hasDraft = isChanged || (answer.draft !== null && !isClosed)
  const isOnItsWay = draft.state === 'waiting' || draft.state === 'saving'
  const kept = draft.state === 'failed' ? 'draftWaits' : isOnItsWay ? 'changed' : 'draft'
  const saveState = busyWith === 'mark' ? 'saving' : hasDraft ? kept : points === null ? 'open' : 'saved'
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows move from answer to answer.
    <article ref={card} className="sy-card ex-marked" tabIndex={0} onKeyDown={onKeyDown}>
      <p className="ex-question-head">
        <strong>{answer.memberName || t('marking.nameless')}</strong>
        <small>{t('answer.points', { count: scoreTenths / 10 })}</small>
        <small className="sy-tag">{t(`marking.standing.${standing}`)}</small>
      </p>
      <GivenAnswer content={content} answer={answer.answer} showsQuestion={showsQuestion} />
      {answer.answer === null && <p className="sy-note">{t('paper.noAnswer')}</p>}
      {answer.files.map((file) => (
        <p key={file.url}>
          <a href={file.url} target="_blank" rel="noreferrer">
            {file.name}
          </a>
        </p>
      ))}
      {showsQuestion && <KeyView content={content} />}
      {answer.others.map((other, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the two marks stay in their order.
        <p key={at} className="sy-note">
          {t('marking.other', { number: at + 1, score: pointsOfTenths(other.tenths) })} {other.comment}
        </p>
      ))}
      {rubric && (
        <RubricChoice
          rubric={rubric}
          levels={levels}
          disabled={isClosed}
          onChange={(next) => change(withLevels(rubric, values, next))}
        />
      )}
      <form
        className="ex-verdict"
        onSubmit={(event) => {
          event.preventDefault()
          if (mayGive) void mark()
        }}
      >
        <label className="sy-row sy-gap-2" htmlFor={pointsId}>
          {t('marking.points')}
          <InputNumber<number>
            id={pointsId}
            min={0}
            max={scoreTenths / 10}
            step={0.5}
            precision={1}
            disabled={isClosed || levels.length > 0}
            value={points}
            onChange={(value) => change({ ...values, points: value })}
          />
        </label>
        <Input
          aria-label={t('marking.comment')}
          placeholder={t('marking.comment')}
          maxLength={markCommentLengthMax}
          disabled={isClosed}
          value={comment}
          onChange={(event) => change({ ...values, comment: event.target.value })}
          style={{ flex: 1, minWidth: 180 }}
        />
        {!isClosed && (
          <CannedComments
            {...{ examId, comments, comment }}
            onChange={(text) => change({ ...values, comment: text.slice(0, markCommentLengthMax) })}
          />
        )}
        {isFinal ? (
          <Button loading={busyWith === 'restart'} onClick={() => void restart()}>
            {t('marking.restart')}
          </Button>
        ) : (
          <Button type="primary" htmlType="submit" disabled={!mayGive} loading={busyWith === 'mark'}>
            {t('marking.save')}
          </Button>
        )}
        <small role="status">{t(`marking.state.${saveState}`)}</small>
      </form>
    </article>
  )
}
