import './todo.css'
import { Link } from 'react-router'
import { useBilingual, useText } from '#web/i18n/texts.ts'
import { dateText } from '#web/ui/date.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Todo } from '../contract.ts'
import { dueText, pressureOf } from './due.ts'

/** A to-do: kind, title, due date and action (SYSTEM-009, SYSTEM-211, SYSTEM-212). */
export function TodoRow({ todo, now }: { todo: Todo; now: number }) {
  const t = useText('messages')
  const label = useBilingual()
  const { title, link, action, startsAt, dueAt, stage } = todo
  const starts = stage === 'upcoming' && startsAt !== null
  return (
    <div className="sy-row sy-gap-4 ms-todo">
      <span className="ms-todo-kind">{label(todo.kindLabel)}</span>
      <span className="ms-todo-text">
        <Link to={link}>{title}</Link>
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
