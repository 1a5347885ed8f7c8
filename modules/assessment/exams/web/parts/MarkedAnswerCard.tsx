import { Button, Input, InputNumber } from 'antd'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { pointsOfTenths, presentedOf, type QuestionContent } from '#modules/assessment/questions/contract.ts'
import { KeyView, QuestionView } from '#modules/assessment/questions/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useAction } from '#web/ui/use-action.ts'
import { useLeaveGuard } from '#web/ui/use-leave-guard.tsx'
import { type CannedComment, type MarkedAnswer, markCommentLengthMax, type Rubric } from '../../contract/marking.ts'
import { exams } from '../../contract.ts'
import { CannedComments } from './CannedComments.tsx'
import { RubricChoice } from './RubricChoice.tsx'

interface Props {
  readonly examId: string
  readonly answer: MarkedAnswer
  readonly content: QuestionContent
  readonly rubric: Rubric | null
  readonly comments: readonly CannedComment[]
  readonly mayEdit: boolean
}

/** Arrows move between the answers, a digit begins the points, Enter saves and goes on. */
function moveTo(card: HTMLElement | null, step: 1 | -1) {
  if (!card) return
  const cards = [...document.querySelectorAll<HTMLElement>('.ex-marked')]
  const next = cards[cards.indexOf(card) + step]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}

/** An answer with the key beside it, and the mark that the grader gives. */
export function MarkedAnswerCard({ examId, answer, content, rubric, comments, mayEdit }: Props) {
  const t = useText('exams')
  const { attemptId, place, scoreTenths, state, standing } = answer
  const card = useRef<HTMLElement>(null)
  const [points, setPoints] = useState<number | null>(answer.earnedTenths === null ? null : answer.earnedTenths / 10)
  const [comment, setComment] = useState(answer.comment)
  const [levels, setLevels] = useState<readonly number[]>(answer.levels ?? [])
  const [isChanged, setIsChanged] = useState(false)
  const pointsId = useId()
  const { busyWith, run } = useAction()
  const { holder } = useLeaveGuard(isChanged && busyWith === undefined)
  const isFinal = state === 'final'
  const isClosed = isFinal || standing === 'taken'
  const isComplete = rubric === null || levels.length === 0 || rubric.every((_, at) => levels[at] !== undefined)
  const change = <T,>(set: (value: T) => void, value: T) => {
    set(value)
    setIsChanged(true)
  }
  const choose = (next: readonly number[]) => {
    change(setLevels, next)
    const sum = rubric?.reduce((total, one, at) => total + (one.levels[next[at] ?? -1]?.tenths ?? 0), 0) ?? 0
    setPoints(sum / 10)
  }
  const mark = () =>
    run(
      async () => {
        const chosen = levels.length > 0 ? { levels: [...levels] } : {}
        const body = { tenths: Math.round((points ?? 0) * 10), comment, ...chosen }
        const { answersLeft } = await call(exams.markAnswer, { params: { id: attemptId, place }, body })
        setIsChanged(false)
        moveTo(card.current, 1)
        if (answersLeft === 0) await call(exams.finishMarking, { params: { id: attemptId } })
      },
      { name: 'mark', done: t('marking.marked') },
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
  const saveState = busyWith === 'mark' ? 'saving' : isChanged ? 'changed' : points === null ? 'open' : 'saved'
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows move from answer to answer.
    <article ref={card} className="sy-card ex-marked" tabIndex={0} onKeyDown={onKeyDown}>
      <QuestionView
        question={presentedOf(content)}
        answer={answer.answer}
        head={
          <p className="ex-question-head">
            <strong>{answer.memberName || t('marking.nameless')}</strong>
            <small>{t('answer.points', { count: scoreTenths / 10 })}</small>
            <small className="sy-tag">{t(`marking.standing.${standing}`)}</small>
          </p>
        }
      />
      {answer.answer === null && <p className="sy-note">{t('paper.noAnswer')}</p>}
      {answer.files.map((file) => (
        <p key={file.url}>
          <a href={file.url} target="_blank" rel="noreferrer">
            {file.name}
          </a>
        </p>
      ))}
      <KeyView content={content} />
      {answer.others.map((other, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the two marks stay in their order.
        <p key={at} className="sy-note">
          {t('marking.other', { number: at + 1, score: pointsOfTenths(other.tenths) })} {other.comment}
        </p>
      ))}
      {rubric && <RubricChoice rubric={rubric} levels={levels} disabled={isClosed} onChange={choose} />}
      <form
        className="ex-verdict"
        onSubmit={(event) => {
          event.preventDefault()
          if (points !== null && isComplete) void mark()
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
            onChange={(value) => change(setPoints, value)}
          />
        </label>
        <Input
          aria-label={t('marking.comment')}
          placeholder={t('marking.comment')}
          maxLength={markCommentLengthMax}
          disabled={isClosed}
          value={comment}
          onChange={(event) => change(setComment, event.target.value)}
          style={{ flex: 1, minWidth: 180 }}
        />
        {!isClosed && (
          <CannedComments
            {...{ examId, comments, comment, mayEdit }}
            onChange={(text) => change(setComment, text.slice(0, markCommentLengthMax))}
          />
        )}
        {isFinal ? (
          <Button loading={busyWith === 'restart'} onClick={() => void restart()}>
            {t('marking.restart')}
          </Button>
        ) : (
          <Button
            type="primary"
            htmlType="submit"
            disabled={points === null || !isComplete || isClosed}
            loading={busyWith === 'mark'}
          >
            {t('marking.save')}
          </Button>
        )}
        <small role="status">{t(`marking.state.${saveState}`)}</small>
      </form>
      {holder}
    </article>
  )
}
