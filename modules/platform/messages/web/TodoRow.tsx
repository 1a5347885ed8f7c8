import './todo.css'
import { Link } from 'react-router'
import { type TextOf, useBilingual, useText } from '#web/i18n/texts.ts'
import { dateText } from '#web/ui/date.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { DoneTodo, Todo } from '../contract.ts'
import { dueText, pressureOf } from './due.ts'

/** The server counts no further. */
const AMOUNT_MAX = 100

const amountText = (t: TextOf, amount: number) =>
  amount < AMOUNT_MAX ? t('todo.amount', { count: amount }) : t('todo.amountMany')

/** What was done: kind, title, and when. */
export function DoneRow({ todo }: { todo: DoneTodo }) {
  const t = useText('messages')
  const label = useBilingual()
  const { link, amount, doneAt } = todo
  const title = todo.kindTitle ? label(todo.kindTitle) : todo.title
  return (
    <div className="sy-row sy-gap-4 ms-todo">
      <span className="ms-todo-kind">{label(todo.kindLabel)}</span>
      <span className="ms-todo-text">
        <span className="ms-todo-title">
          <Link to={link}>{title}</Link>
          {amount !== null && <small className="sy-note">{t('todo.amountDone', { count: amount })}</small>}
        </span>
        <span className="sy-inline sy-note ms-todo-due">
          <Icon name="check" size={14} />
          <time dateTime={new Date(doneAt).toISOString()}>
            {t('todo.doneAt', { date: dateText(doneAt, 'minute') })}
          </time>
        </span>
      </span>
    </div>
  )
}

/** A to-do: kind, title, due date and action (SYSTEM-009, SYSTEM-211, SYSTEM-212). */
export function TodoRow({ todo, now }: { todo: Todo; now: number }) {
  const t = useText('messages')
  const label = useBilingual()
  const { link, action, amount, startsAt, dueAt, stage } = todo
  const title = todo.kindTitle ? label(todo.kindTitle) : todo.title
  const starts = stage === 'upcoming' && startsAt !== null
  return (
    <div className="sy-row sy-gap-4 ms-todo">
      <span className="ms-todo-kind">{label(todo.kindLabel)}</span>
      <span className="ms-todo-text">
        <span className="ms-todo-title">
          <Link to={link}>{title}</Link>
          {amount !== null && <small className="sy-note">{amountText(t, amount)}</small>}
        </span>
        {starts && (
          <span className="sy-inline sy-note ms-todo-due">
            <Icon name="calendar" size={14} />
            {t('due.starts', { date: dateText(startsAt, 'minute') })}
          </span>
        )}
        {!starts && dueAt !== null && (
          <span className="sy-inline sy-note ms-todo-due" data-pressure={pressureOf(dueAt, now)}>
            <Icon name={dueAt < now ? 'alert' : 'clock'} size={14} />
            <time dateTime={new Date(dueAt).toISOString()} title={dateText(dueAt, 'second')}>
              {dueText(t, dueAt, now)}
            </time>
          </span>
        )}
      </span>
      <Link
        className="sy-inline ms-todo-action"
        to={link}
        aria-label={t('todo.actionOf', { action: t(`todoAction.${action}`), title })}
      >
        {t(`todoAction.${action}`)}
      </Link>
    </div>
  )
}
