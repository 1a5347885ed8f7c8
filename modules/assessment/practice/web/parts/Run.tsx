import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { QuestionAnswer } from '#modules/assessment/questions/contract.ts'
import { KeyView, QuestionView } from '#modules/assessment/questions/web.tsx'
import { isRefusal } from '#web/api/call-error.ts'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { useAction } from '#web/ui/use-action.ts'
import { BANK_UPDATED } from '../../contract/codes.ts'
import type { Answered, Practice, Rating } from '../../contract/practicing.ts'
import { practice as calls } from '../../contract.ts'
import { practicePaths } from '../paths.ts'
import { chosenByDigit } from './choose.ts'
import { FeedbackView } from './FeedbackView.tsx'
import { practiceName } from './names.ts'
import { actionOfKey, keyPlaceOf, type RunAction } from './run-keys.ts'

interface Props {
  readonly practice: Practice
  /** The bank was updated: the practice is read again. */
  readonly onUpdated: () => void
}

type Known = Pick<Answered, 'answer' | 'content' | 'verdict' | 'share' | 'mayRate'> &
  Partial<Pick<Answered, 'standing'>>

const needsPerson = ['short-answer', 'file-answer']

const runKeys = [
  ['digits', 'choose'],
  ['enter', 'answer'],
  ['zero', 'notKnown'],
  ['digits', 'rate'],
  ['right', 'next'],
  ['left', 'previous'],
] as const

/** One question at a time. All of it can be done by keys: `run-keys.ts`. */
export function Run({ practice, onUpdated }: Props) {
  const t = useText('practice')
  const navigate = useNavigate()
  const { id, round, questions } = practice
  const { busy, run } = useAction()
  const [known, setKnown] = useState<ReadonlyMap<number, Known>>(
    () => new Map(questions.flatMap(({ place, feedback }) => (feedback ? [[place, feedback]] : []))),
  )
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      questions.findIndex(({ feedback }) => feedback === null),
    ),
  )
  const [drafts, setDrafts] = useState<ReadonlyMap<number, QuestionAnswer>>(new Map())
  const top = useRef<HTMLDivElement>(null)
  const current = questions[at]
  const place = current?.place ?? 1
  const feedback = known.get(place)
  const draft = drafts.get(place) ?? null
  const isLast = at === questions.length - 1
  const setDraft = (answer: QuestionAnswer) => setDrafts(new Map(drafts).set(place, answer))
  const onFailure = (error: unknown) => isRefusal(error, BANK_UPDATED) && onUpdated()
  const show = (answered: Answered) => setKnown((before) => new Map(before).set(answered.place, answered))
  const answer = (given: QuestionAnswer | null) =>
    run(
      async () => {
        const body = { round, place, answer: given }
        show(await call(calls.answerQuestion, { params: { id }, body }, { handles: [BANK_UPDATED] }))
        // The button that was pressed is gone: keys go on from the question.
        top.current?.focus()
      },
      { onFailure },
    )
  const rate = (rating: Rating) =>
    run(async () => show(await call(calls.rateAnswer, { params: { id, place }, body: { rating } })))
  const go = (next: number) => {
    setAt(next)
    top.current?.focus()
  }
  const finish = () =>
    run(async () => {
      await call(calls.finishPractice, { params: { id } })
      void navigate(practicePaths.summary(id), { replace: true })
    })
  const onKey = useRef<(event: KeyboardEvent) => void>(undefined)
  onKey.current = (event) => {
    const isElsewhere = event.target instanceof HTMLElement && event.target.closest('[role=dialog]')
    if (!current || busy || event.ctrlKey || event.metaKey || event.altKey || isElsewhere) return
    const place = keyPlaceOf(event.target)
    const state = { place, isAnswered: feedback !== undefined, hasDraft: draft !== null }
    const action = actionOfKey(event.key, { ...state, mayRate: feedback?.mayRate ?? [] })
    if (!action) return
    event.preventDefault()
    perform(action)
  }
  const perform = (action: RunAction) => {
    switch (action.does) {
      case 'answer':
        return void answer(draft)
      case 'not-known':
        return void answer(null)
      case 'rate':
        return void rate(action.rating)
      case 'previous':
        return go(Math.max(0, at - 1))
      case 'next':
        return isLast ? feedback && void finish() : go(at + 1)
      case 'choose': {
        const chosen = current && chosenByDigit(current.question, draft, action.digit)
        if (chosen) setDraft(chosen)
      }
    }
  }
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey.current?.(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
  if (!current) return null
  const asksPerson = needsPerson.includes(current.question.kind)
  return (
    <div className="pr-run">
      <header className="pr-run-head">
        <h1>{practiceName(t, practice)}</h1>
        <span className="sy-row sy-gap-3">
          <span>{t('run.place', { place: at + 1, total: questions.length })}</span>
          <Button size="small" onClick={() => void navigate(practicePaths.all)}>
            {t('run.leave')}
          </Button>
        </span>
      </header>
      <div className="pr-progress" aria-hidden="true">
        <div style={{ width: `${(known.size * 100) / questions.length}%` }} />
      </div>
      <div className="sy-card" ref={top} tabIndex={-1}>
        <p className="sy-note pr-kind">{t(`kind.${current.question.kind}`)}</p>
        <QuestionView
          key={place}
          question={current.question}
          answer={feedback ? feedback.answer : draft}
          {...(!feedback && { onChange: setDraft })}
          {...(current.question.kind === 'file-answer' && { files: <p className="sy-note">{t('run.noFiles')}</p> })}
        />
        <div role="status" aria-live="polite">
          {feedback && <FeedbackView feedback={feedback} busy={busy} onRate={(rating) => void rate(rating)} />}
        </div>
        {feedback && <KeyView content={feedback.content} />}
        <p className="sy-row sy-wrap sy-gap-3 pr-section">
          {!feedback && (
            <>
              <Button type="primary" loading={busy} disabled={draft === null} onClick={() => void answer(draft)}>
                {t('run.answer')}
              </Button>
              <Button disabled={busy} onClick={() => void answer(null)}>
                {t(asksPerson ? 'run.showKey' : 'run.dontKnow')}
              </Button>
            </>
          )}
          {at > 0 && <Button onClick={() => go(at - 1)}>{t('run.previous')}</Button>}
          {!isLast && (
            <Button type={feedback ? 'primary' : 'default'} onClick={() => go(at + 1)}>
              {t('run.next')}
            </Button>
          )}
          {(isLast || known.size === questions.length) && (
            <Button type={feedback ? 'primary' : 'default'} disabled={busy} onClick={() => void finish()}>
              {t('run.finish')}
            </Button>
          )}
        </p>
      </div>
      <nav aria-label={t('run.places')}>
        <ul className="pr-places">
          {questions.map((one, index) => {
            const verdict = known.get(one.place)?.verdict
            const said = known.has(one.place) ? t(`verdict.${verdict ?? 'open'}`) : t('run.unanswered')
            return (
              <li key={one.place}>
                <button
                  type="button"
                  aria-current={index === at}
                  aria-label={t('run.placeOf', { place: index + 1, state: said })}
                  data-verdict={verdict}
                  onClick={() => go(index)}
                >
                  {index + 1}
                </button>
              </li>
            )
          })}
        </ul>
      </nav>
      <details className="sy-note pr-keys">
        <summary>{t('run.keys')}</summary>
        <dl>
          {runKeys.map(([key, does]) => (
            <div key={does}>
              <dt>
                <kbd>{t(`run.key.${key}`)}</kbd>
              </dt>
              <dd>{t(`run.does.${does}`)}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  )
}
