import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import type { Question } from '../../contract/shapes.ts'
import { useRoomSession } from '../connection/room-session.ts'
import { useAction, useAllowed } from '../connection/use-request.ts'
import { useRoom, useRoomStore } from '../state/room-store.ts'
import { timeOfDay } from './Message.tsx'
import { orderedQuestions } from './question-order.ts'
import { useWriting } from './use-writing.ts'
import { WritingField } from './WritingField.tsx'

const QUESTION_LENGTH_MAX = 300

export function QuestionsTab() {
  const t = useText('rooms')
  const store = useRoomStore()
  const { request } = useRoomSession()
  const questions = useRoom((view) => view.questions)
  const open = useRoom((view) => view.settings.questionsOpen)
  const mayAsk = useAllowed('question.ask')
  const writing = useWriting(async (text) => {
    const { question } = await request('question.ask', { text })
    store.change((view) =>
      view.questions.some((one) => one.id === question.id)
        ? view
        : { ...view, questions: [...view.questions, question] },
    )
  }, 0)
  return (
    <div className="room-chat">
      <section
        className="room-chat-list"
        aria-label={t('questions.title')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
        tabIndex={0}
      >
        {questions.length === 0 && <EmptyState small title={t('questions.empty')} />}
        <ul className="room-questions">
          {orderedQuestions(questions).map((question) => (
            <QuestionItem key={question.id} question={question} />
          ))}
        </ul>
      </section>
      <WritingField
        writing={writing}
        label={t('questions.field')}
        placeholder={t('questions.placeholder')}
        lengthMax={QUESTION_LENGTH_MAX}
        closed={!mayAsk ? t('chat.over') : open ? undefined : t('questions.closed')}
      />
    </div>
  )
}

function QuestionItem({ question }: { question: Question }) {
  const t = useText('rooms')
  const store = useRoomStore()
  const { request } = useRoomSession()
  const [busy, run] = useAction()
  const { id, votes, answeredAt } = question
  const voted = useRoom((view) => view.voted.includes(id))
  const mayVote = useAllowed('question.vote') && answeredAt === null
  const mayAnswer = useAllowed('question.answered')
  const vote = () =>
    run(async () => {
      const on = !voted
      await request('question.vote', { id, on })
      store.change((view) => ({
        ...view,
        voted: on ? [...view.voted, id] : view.voted.filter((one) => one !== id),
      }))
    })
  return (
    <li className="room-question" data-answered={answeredAt !== null} data-question={id}>
      <button
        type="button"
        className="room-vote"
        aria-pressed={voted}
        aria-label={t('questions.vote', { count: votes })}
        disabled={busy || !mayVote}
        onClick={() => void vote()}
      >
        <svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true">
          <path d="M12 6l7 9H5z" fill="currentColor" />
        </svg>
        <span className="sy-number">{votes}</span>
      </button>
      <div className="room-question-body">
        <p>{question.text}</p>
        <p className="room-message-who">
          {question.name} <time className="sy-number">{timeOfDay(question.at)}</time>
          {answeredAt !== null && (
            <span className="room-answered">
              <Icon name="check" size={13} /> {t('questions.answered')}
            </span>
          )}
        </p>
      </div>
      {mayAnswer && (
        <div className="room-question-do">
          <button
            type="button"
            className="sy-icon-button"
            aria-label={t(answeredAt === null ? 'questions.markAnswered' : 'questions.markOpen')}
            title={t(answeredAt === null ? 'questions.markAnswered' : 'questions.markOpen')}
            disabled={busy}
            onClick={() => void run(() => request('question.answered', { id, answered: answeredAt === null }))}
          >
            <Icon name={answeredAt === null ? 'check' : 'undo'} size={17} />
          </button>
          <button
            type="button"
            className="sy-icon-button"
            aria-label={t('questions.remove')}
            title={t('questions.remove')}
            disabled={busy}
            onClick={() => void run(() => request('question.remove', { id }))}
          >
            <Icon name="delete" size={17} />
          </button>
        </div>
      )}
    </li>
  )
}
