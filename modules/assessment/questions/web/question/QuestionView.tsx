import './question.css'
import { type ReactNode, useId } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Prose } from '#web/ui/Prose.tsx'
import type { QuestionAnswer, SimpleAnswer } from '../../contract/answer.ts'
import type { PresentedQuestion } from '../../contract/presented.ts'
import { BlanksView } from './BlanksView.tsx'
import { ChoiceView } from './ChoiceView.tsx'
import { MatchingView } from './MatchingView.tsx'
import { OrderingView } from './OrderingView.tsx'
import { FileNote, NumberField, TextField } from './TypedViews.tsx'

export interface QuestionViewProps {
  readonly question: PresentedQuestion
  /** Null: nothing is answered. */
  readonly answer: QuestionAnswer | null
  /** Left out, the question can be read and not answered. */
  readonly onChange?: (answer: QuestionAnswer) => void
  /** Its number and score, for instance: before the stem. */
  readonly head?: ReactNode
  /** The field for the files of a file answer: where they go is the screen's matter. */
  readonly files?: ReactNode
}

/**
 * A question as a learner sees and answers it, of every kind, by pointer or by keyboard alone. It knows what `presentedOf`
 * gives and nothing of the key.
 */
export function QuestionView({ question, answer, onChange, head, files }: QuestionViewProps) {
  const id = useId()
  if (question.kind === 'group') {
    return (
      <article className="qu-question sy-column sy-gap-4">
        <header className="qu-stem">
          {head}
          <Prose html={question.stem} />
        </header>
        <Parts {...{ question, answer, onChange }} />
      </article>
    )
  }
  const hasBlanks = question.kind === 'fill-in' || question.kind === 'cloze'
  return (
    <article className="qu-question sy-column sy-gap-4">
      <header className="qu-stem">
        {head}
        {!hasBlanks && <Prose id={id} html={question.stem} />}
        {hasBlanks && <BlanksView {...{ question, answer, onChange }} />}
      </header>
      {!hasBlanks && <Field {...{ question, answer, onChange, files }} labelledBy={id} />}
    </article>
  )
}

type FieldProps = Omit<QuestionViewProps, 'head'> & { readonly labelledBy: string }

/** What is answered below the stem. An answer of another kind is none. */
function Field({ question, answer, onChange, files, labelledBy }: FieldProps) {
  const shared = { question, onChange, labelledBy }
  switch (question.kind) {
    case 'single-choice':
    case 'multiple-choice':
    case 'undetermined-choice':
    case 'true-false':
      return <ChoiceView {...shared} answer={answer} />
    case 'matching':
      return <MatchingView {...shared} answer={answer?.kind === 'matching' ? answer : null} />
    case 'ordering':
      return <OrderingView {...shared} answer={answer?.kind === 'ordering' ? answer : null} />
    case 'numeric':
      return <NumberField {...shared} text={answer?.kind === 'numeric' ? answer.text : ''} />
    case 'short-answer':
      return <TextField {...shared} text={answer?.kind === 'short-answer' ? answer.text : ''} />
    case 'file-answer':
      return files ?? <FileNote question={question} />
    default:
      return null
  }
}

function Parts({ question, answer, onChange }: Pick<QuestionViewProps, 'question' | 'answer' | 'onChange'>) {
  const t = useText('questions')
  const parts = question.parts ?? []
  const answers = answer?.kind === 'group' ? answer.parts : []
  const change = (at: number, given: QuestionAnswer) =>
    onChange?.({
      kind: 'group',
      parts: parts.map((_, part) => (part === at ? (given as SimpleAnswer) : (answers[part] ?? null))),
    })
  return (
    <ol className="qu-parts sy-column sy-gap-5">
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a version stay in their order.
        <li key={at}>
          <QuestionView
            question={part.question}
            answer={answers[at] ?? null}
            {...(onChange && { onChange: (given) => change(at, given) })}
            head={
              <p className="qu-part-head">
                {t('view.part', { number: at + 1 })}
                <small>{t('view.points', { count: part.scoreTenths / 10 })}</small>
              </p>
            }
          />
        </li>
      ))}
    </ol>
  )
}
