import { useId } from 'react'
import { type TextOf, useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { SurveyAnswer } from '../../contract/answer.ts'
import type { SurveyQuestion } from '../../contract/content.ts'
import { AnswerField } from './AnswerField.tsx'
import type { FieldProblem } from './way.ts'

interface Props {
  readonly question: SurveyQuestion
  readonly number: number
  /** With the earlier answers in it. */
  readonly title: string
  readonly answer: SurveyAnswer | undefined
  readonly problem: FieldProblem | undefined
  readonly seed: string
  readonly onChange: (answer: SurveyAnswer | undefined) => void
}

/** What the question asks for besides its title: how many, how long, between which bounds. */
function ruleOf(question: SurveyQuestion, t: TextOf): string | undefined {
  switch (question.kind) {
    case 'multiple-choice': {
      const { chosenMin, chosenMax } = question
      if (chosenMin !== null && chosenMax !== null) return t('rule.between', { min: chosenMin, max: chosenMax })
      if (chosenMin !== null) return t('rule.atLeast', { count: chosenMin })
      return chosenMax === null ? t('rule.several') : t('rule.atMost', { count: chosenMax })
    }
    case 'number':
      if (question.min !== null && question.max !== null)
        return t('rule.numberBetween', { min: question.min, max: question.max })
      if (question.min !== null) return t('rule.numberFrom', { min: question.min })
      return question.max === null ? undefined : t('rule.numberTo', { max: question.max })
    case 'ranking':
      return t('rule.ranking')
    case 'matrix':
      return question.mode === 'multiple' ? t('rule.several') : undefined
    default:
      return undefined
  }
}

/** One question with its field. What is wrong with the answer stands below it, and belongs to the field for screen readers. */
export function QuestionCard({ question, number, title, answer, problem, seed, onChange }: Props) {
  const t = useText('surveys')
  const id = useId()
  const rule = ruleOf(question, t)
  const notes = [question.description !== '' || rule ? `${id}-hint` : '', problem ? `${id}-problem` : '']
  return (
    <section className="sv-card sv-question" data-wrong={problem !== undefined} data-question={question.id}>
      <div>
        <h3 id={id} className="sv-stem" tabIndex={-1}>
          <b>{number}.</b>
          {title}
          {question.isRequired && (
            <span className="sv-needed" title={t('answer.required')}>
              <span aria-hidden="true">*</span>
              <span className="sy-visually-hidden">{t('answer.required')}</span>
            </span>
          )}
        </h3>
        {(question.description !== '' || rule) && (
          <p id={`${id}-hint`} className="sv-hint">
            {[question.description, rule].filter(Boolean).join(' ')}
          </p>
        )}
      </div>
      <AnswerField
        {...{ question, answer, seed, onChange }}
        label={title}
        labelledBy={id}
        describedBy={notes.filter(Boolean).join(' ') || undefined}
      />
      {problem && (
        <p id={`${id}-problem`} className="sv-problem">
          <Icon name="alert" size={16} />
          {t(`problem.${problem}`)}
        </p>
      )}
    </section>
  )
}
