import { useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { DateText } from '#web/ui/DateText.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { answerLengthMax, type BarrageQuestion } from '../contract/guided.ts'
import { courses } from '../contract.ts'

/** The answer to a question, and for whoever may answer it the form. `open` shows the form at once. */
export function Answer({ question, open = false }: { question: BarrageQuestion; open?: boolean }) {
  const t = useText('courses')
  const { answer, mayAnswer } = question
  const isForm = open && answer === null
  const [editing, setEditing] = useState(isForm)
  if (editing && mayAnswer) {
    return <AnswerForm question={question} onEnd={() => setEditing(false)} mayCancel={!isForm} />
  }
  return (
    <div className="co-answer">
      {answer !== null && (
        <blockquote>
          <p>{answer.text}</p>
          <footer className="sy-note">
            {answer.member.fullName || t('questions.formerMember')} ·{' '}
            <DateText value={answer.answeredAt} style="minute" />
          </footer>
        </blockquote>
      )}
      {mayAnswer && (
        <button type="button" className="sy-inline co-text-button" onClick={() => setEditing(true)}>
          {t(answer === null ? 'questions.answer' : 'questions.change')}
        </button>
      )}
    </div>
  )
}

interface FormProps {
  readonly question: BarrageQuestion
  readonly onEnd: () => void
  readonly mayCancel: boolean
}

function AnswerForm({ question: { id, text: asked, answer }, onEnd, mayCancel }: FormProps) {
  const t = useText('courses')
  const [text, setText] = useState(answer?.text ?? '')
  const { busy, run } = useAction()
  const body = { text: text.trim(), ...(answer && { replaces: answer.answeredAt }) }
  const send = () =>
    run(() => call(courses.answerBarrageQuestion, { params: { id }, body }), {
      done: t('questions.sent'),
      close: onEnd,
    })
  return (
    <form
      className="sy-grid sy-gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (body.text !== '') void send()
      }}
    >
      <textarea
        className="co-input"
        value={text}
        rows={3}
        maxLength={answerLengthMax}
        placeholder={t('questions.placeholder')}
        aria-label={t('questions.answerTo', { question: asked })}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
        }}
      />
      <div className="sy-row sy-wrap sy-gap-2">
        <button type="submit" className="sy-button" disabled={busy || body.text === ''}>
          <Icon name="send" size={16} />
          {t('questions.send')}
        </button>
        {mayCancel && (
          <button type="button" className="sy-button sy-button-plain" disabled={busy} onClick={onEnd}>
            {t('questions.cancel')}
          </button>
        )}
        <span className="sy-note co-answer-keys">{t('questions.keys')}</span>
      </div>
    </form>
  )
}
