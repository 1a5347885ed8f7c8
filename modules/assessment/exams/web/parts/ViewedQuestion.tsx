import type { ReactNode } from 'react'
import { presentedOf, type QuestionAnswer, type QuestionContent } from '#modules/assessment/questions/contract.ts'
import { KeyView, QuestionView } from '#modules/assessment/questions/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { pointsOfTenths } from './scores.ts'

interface Props {
  readonly place: number
  readonly scoreTenths: number
  readonly content: QuestionContent
  readonly answer: QuestionAnswer | null
  readonly earnedTenths: number | null
  readonly verdict: 'right' | 'partly' | 'wrong' | 'needs-marking'
  readonly comment: string
  readonly isDropped: boolean
  readonly children?: ReactNode
}

/** A question that was answered: the answer, what it earned, the key, and what the grader wrote. */
export function ViewedQuestion(props: Props) {
  const { place, scoreTenths, content, answer, earnedTenths, verdict, comment, isDropped, children } = props
  const t = useText('exams')
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
        <strong>
          {t(
            isDropped
              ? 'verdict.dropped'
              : `verdict.${earnedTenths !== null && verdict === 'needs-marking' ? 'marked' : verdict}`,
          )}
        </strong>
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
