import type { ReactNode } from 'react'
import {
  pointsOfTenths,
  presentedOf,
  type QuestionAnswer,
  type QuestionContent,
  type Verdict,
} from '#modules/assessment/questions/contract.ts'
import { KeyView, QuestionView, VerdictText } from '#modules/assessment/questions/web.tsx'
import { useText } from '#web/i18n/texts.ts'

interface Props {
  readonly place: number
  readonly scoreTenths: number
  readonly content: QuestionContent
  readonly answer: QuestionAnswer | null
  readonly earnedTenths: number | null
  readonly verdict: Verdict
  readonly comment: string
  readonly isDropped: boolean
  readonly children?: ReactNode
}

/** A question that was answered: the answer, what it earned, the key, and what the grader wrote. */
export function ViewedQuestion(props: Props) {
  const { place, scoreTenths, content, answer, earnedTenths, verdict, comment, isDropped, children } = props
  const t = useText('exams')
  const isMarked = earnedTenths !== null && verdict === 'needs-marking'
  const ownVerdict = isDropped ? 'dropped' : isMarked && 'marked'
  return (
    <article className="sy-card">
      <QuestionView
        question={presentedOf(content)}
        answer={answer}
        head={
          <p className="ex-question-head">
            <strong>{t('answer.number', { place })}</strong>
            <small>{t('answer.points', { count: scoreTenths / 10 })}</small>
          </p>
        }
      />
      <p className="ex-verdict" data-verdict={verdict}>
        <strong>{ownVerdict ? t(`verdict.${ownVerdict}`) : <VerdictText verdict={verdict} />}</strong>
        {!isDropped && earnedTenths !== null && (
          <span>{t('paper.earned', { points: pointsOfTenths(earnedTenths), max: pointsOfTenths(scoreTenths) })}</span>
        )}
        {answer === null && <span>{t('paper.noAnswer')}</span>}
        {comment !== '' && <span>{t('paper.comment', { text: comment })}</span>}
      </p>
      <KeyView content={content} />
      {children}
    </article>
  )
}
