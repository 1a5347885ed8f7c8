import './respondent.css'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { SurveyAnswer } from '../../contract/answer.ts'
import type { SurveyForm } from '../../contract/answering.ts'
import { isQuestion } from '../../contract/content.ts'
import { type AnswerMap, piped } from '../../contract/path.ts'
import type { SaveState } from './answer-saver.ts'
import { QuestionCard } from './QuestionCard.tsx'
import { type FieldProblem, fullQuotaOf, numbersOn, problemsOn, wayAt } from './way.ts'

export interface SurveySheetProps {
  readonly form: Pick<SurveyForm, 'name' | 'content' | 'fullQuotas'>
  readonly answers: AnswerMap
  readonly startPageId: string | undefined
  /** Of the respondent: what is shuffled keeps its order. */
  readonly seed: string
  readonly save: { readonly state: SaveState; readonly isLocal: boolean } | undefined
  readonly busy: boolean
  readonly onChange: (answers: AnswerMap, pageId: string) => void
  /** Of the path alone. */
  readonly onSubmit: (answers: AnswerMap) => void
  /** Another page is shown. */
  readonly onPage?: (pageId: string) => void
  /** At the start of the bar: the way out. */
  readonly leave?: ReactNode
  /** At its end. */
  readonly extra?: ReactNode
  readonly isFramed?: boolean
}

/** Answering a survey page by page: branching and texts follow the answers at once, and "back" follows the path. */
export function SurveySheet(props: SurveySheetProps) {
  const { form, answers, seed, save, busy, onChange, onSubmit, onPage, leave, extra, isFramed } = props
  const { content } = form
  const t = useText('surveys')
  const [pageId, setPageId] = useState(props.startPageId)
  const [tried, setTried] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const way = useMemo(() => wayAt(content, answers, pageId), [content, answers, pageId])
  const heading = useRef<HTMLHeadingElement>(null)
  const shownId = way?.page.id
  const isFirst = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page begins at its top.
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    heading.current?.focus({ preventScroll: true })
    if (!isFramed) place.current?.scrollIntoView({ block: 'start' })
  }, [shownId])
  if (!way) return <p className="sv-page">{t('answer.nothing')}</p>
  const { path, page, items, backId, nextId } = way
  const numbers = numbersOn(path)
  const problems: ReadonlyMap<string, FieldProblem> = tried ? problemsOn(items, answers) : new Map()
  const isOnlyPage = content.pages.length === 1 && page.title === ''
  const isOver = fullQuotaOf(form.fullQuotas, path) !== undefined
  const change = (questionId: string, answer: SurveyAnswer | undefined) => {
    const next = new Map(answers)
    if (answer) next.set(questionId, answer)
    else next.delete(questionId)
    onChange(next, page.id)
  }
  const go = (id: string) => {
    setTried(false)
    setPageId(id)
    onPage?.(id)
  }
  const goOn = () => {
    const [wrong] = problemsOn(items, answers).keys()
    if (wrong !== undefined) {
      setTried(true)
      const card = place.current?.querySelector<HTMLElement>(`[data-question="${wrong}"]`)
      card?.querySelector<HTMLElement>('.sv-stem')?.focus({ preventScroll: true })
      card?.scrollIntoView({ block: 'center' })
      return
    }
    if (nextId === undefined || isOver) onSubmit(path.answers)
    else go(nextId)
  }
  const at = path.pages.findIndex((visited) => visited.pageId === page.id) + 1
  return (
    <div className="sv-sheet" data-framed={isFramed} ref={place}>
      <header className="sv-bar">
        <div className="sv-bar-line">
          {leave}
          {isFramed ? (
            <strong className="sv-bar-name">{form.name}</strong>
          ) : (
            <h1 className="sv-bar-name" tabIndex={-1}>
              {form.name}
            </h1>
          )}
          {save && <SaveNote {...save} />}
          {extra}
        </div>
        <div
          className="sv-progress"
          role="progressbar"
          aria-label={t('answer.progress')}
          aria-valuenow={Math.round(way.progress * 100)}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <span style={{ width: `${Math.round(way.progress * 100)}%` }} />
        </div>
      </header>
      <form
        className="sv-page"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) goOn()
        }}
      >
        {/* “Page 1” of one says nothing to those who see the page. */}
        <div className={isOnlyPage && page.description === '' ? 'sy-visually-hidden' : 'sv-title'}>
          <h2 ref={heading} tabIndex={-1} {...(isOnlyPage && { className: 'sy-visually-hidden' })}>
            {page.title || t('answer.page', { count: at })}
          </h2>
          {page.description !== '' && <p>{page.description}</p>}
        </div>
        {items.map((item) => {
          const title = piped(item.title, content, path.answers)
          if (!isQuestion(item))
            return (
              <div key={item.id} className="sv-title">
                <h3>{title}</h3>
                {item.description !== '' && <p>{item.description}</p>}
              </div>
            )
          return (
            <QuestionCard
              key={item.id}
              question={item}
              number={numbers.get(item.id) ?? 0}
              title={title}
              answer={answers.get(item.id)}
              problem={problems.get(item.id)}
              seed={seed}
              onChange={(answer) => change(item.id, answer)}
            />
          )
        })}
        <div role="alert">
          {problems.size > 0 && (
            <p className="sv-problem">
              <Icon name="alert" size={16} />
              {t('problem.onPage', { count: problems.size })}
            </p>
          )}
        </div>
        <div className="sv-moves">
          {backId !== undefined && (
            <button type="button" className="sy-button sy-button-plain" disabled={busy} onClick={() => go(backId)}>
              {t('answer.back')}
            </button>
          )}
          <button type="submit" className="sy-button" disabled={busy} aria-busy={busy}>
            {busy && <span className="sy-button-spinner" aria-hidden="true" />}
            {t(nextId === undefined || isOver ? 'answer.submit' : 'answer.next')}
          </button>
        </div>
      </form>
    </div>
  )
}

const icons = { saved: 'check', saving: 'refresh', offline: 'alert', ended: 'alert' } as const

function SaveNote({ state, isLocal }: { state: SaveState; isLocal: boolean }) {
  const t = useText('surveys')
  return (
    <span className="sy-inline sv-save" data-state={state} role="status">
      <Icon name={icons[state]} size={16} />
      {t(state === 'saved' && isLocal ? 'save.local' : `save.${state}`)}
    </span>
  )
}
