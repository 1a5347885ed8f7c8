import { memo } from 'react'
import type { PresentedQuestion, QuestionAnswer } from '#modules/assessment/questions/contract.ts'
import { QuestionView } from '#modules/assessment/questions/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { AnswerFiles } from './AnswerFiles.tsx'

interface Props {
  readonly place: number
  readonly scoreTenths: number
  readonly question: PresentedQuestion
  readonly answer: QuestionAnswer | null
  readonly isFlagged: boolean
  readonly onChange: (place: number, answer: QuestionAnswer) => void
  readonly onFlag: (place: number) => void
  /** A choice of files opens. */
  readonly onFiles: () => void
}

/** A question of the paper with its number. Drawn again only when its own answer or flag changes. */
export const AnsweredQuestion = memo(function AnsweredQuestion(props: Props) {
  const { place, scoreTenths, question, answer, isFlagged, onChange, onFlag, onFiles } = props
  const t = useText('exams')
  return (
    <div id={`question-${place}`} className="sy-card ex-question" tabIndex={-1} data-flagged={isFlagged}>
      <QuestionView
        question={question}
        answer={answer}
        onChange={(given) => onChange(place, given)}
        head={
          <p className="ex-question-head">
            <strong>{t('answer.number', { place })}</strong>
            <small>{t('answer.points', { count: scoreTenths / 10 })}</small>
            <button
              type="button"
              className="sy-inline sy-link ex-flag"
              aria-pressed={isFlagged}
              onClick={() => onFlag(place)}
            >
              <Icon name="star" size={16} />
              {t(isFlagged ? 'answer.flagged' : 'answer.flag')}
            </button>
          </p>
        }
        files={
          question.kind === 'file-answer' && (
            <AnswerFiles
              question={question}
              fileIds={answer?.kind === 'file-answer' ? answer.fileIds : []}
              onOpen={onFiles}
              onChange={(fileIds) => onChange(place, { kind: 'file-answer', fileIds })}
            />
          )
        }
      />
    </div>
  )
})
