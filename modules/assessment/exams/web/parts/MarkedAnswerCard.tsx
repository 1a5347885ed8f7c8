import { Button, Input, InputNumber } from 'antd'
import { useId, useState } from 'react'
import { presentedOf, type QuestionContent } from '#modules/assessment/questions/contract.ts'
import { KeyView, QuestionView } from '#modules/assessment/questions/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useAction } from '#web/ui/use-action.ts'
import { type MarkedAnswer, markCommentLengthMax } from '../../contract/marking.ts'
import { exams } from '../../contract.ts'

/** An answer with the key beside it, and the mark that the grader gives. */
export function MarkedAnswerCard({ answer, content }: { answer: MarkedAnswer; content: QuestionContent }) {
  const t = useText('exams')
  const { attemptId, place, scoreTenths, state } = answer
  const [points, setPoints] = useState<number | null>(answer.earnedTenths === null ? null : answer.earnedTenths / 10)
  const [comment, setComment] = useState(answer.comment)
  const pointsId = useId()
  const { busyWith, run } = useAction()
  const params = { id: attemptId, place }
  const mark = () =>
    run(
      async () => {
        const body = { tenths: Math.round((points ?? 0) * 10), comment }
        const { answersLeft } = await call(exams.markAnswer, { params, body })
        if (answersLeft === 0) await call(exams.finishMarking, { params: { id: attemptId } })
      },
      { name: 'mark', done: t('marking.marked') },
    )
  const restart = () =>
    run(() => call(exams.restartMarking, { params: { id: attemptId } }), {
      name: 'restart',
      done: t('marking.restarted'),
    })
  const isFinal = state === 'final'
  return (
    <article className="sy-card">
      <QuestionView
        question={presentedOf(content)}
        answer={answer.answer}
        head={
          <p className="ex-question-head">
            <strong>{answer.memberName}</strong>
            <small>{t('answer.points', { count: scoreTenths / 10 })}</small>
          </p>
        }
      />
      {answer.answer === null && <p className="sy-note">{t('paper.noAnswer')}</p>}
      <KeyView content={content} />
      <form
        className="ex-verdict"
        onSubmit={(event) => {
          event.preventDefault()
          if (points !== null) void mark()
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
            disabled={isFinal}
            value={points}
            onChange={setPoints}
          />
        </label>
        <Input
          aria-label={t('marking.comment')}
          placeholder={t('marking.comment')}
          maxLength={markCommentLengthMax}
          disabled={isFinal}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
          style={{ flex: 1, minWidth: 180 }}
        />
        {isFinal ? (
          <Button loading={busyWith === 'restart'} onClick={() => void restart()}>
            {t('marking.restart')}
          </Button>
        ) : (
          <Button type="primary" htmlType="submit" disabled={points === null} loading={busyWith === 'mark'}>
            {t('marking.save')}
          </Button>
        )}
      </form>
    </article>
  )
}
