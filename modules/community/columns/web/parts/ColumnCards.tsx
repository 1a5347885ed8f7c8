import './columns.css'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { PriceBadge } from '#modules/commerce/prices/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { Cover } from '#web/ui/Cover.tsx'
import { type Column, columnBusinessType } from '../../contract.ts'
import { columnPaths } from '../paths.ts'

interface Props {
  readonly items: readonly Column[]
  readonly label: string
  /** Where a card leads; to the column’s page for readers where nothing is said. */
  readonly linkOf?: (column: Column) => string
  /** What can be done with a column. */
  readonly actions?: (column: Column) => ReactNode
}

/** Columns as cards: cover, title, introduction, figures. */
export function ColumnCards({ items, label, linkOf = ({ id }) => columnPaths.column(id), actions }: Props) {
  const ids = items.map(({ id }) => id)
  return (
    <ul className="sy-plain-list co-cards" aria-label={label}>
      {items.map((column) => (
        <li key={column.id}>
          <article className="sy-card co-card" aria-label={column.title}>
            <Link to={linkOf(column)} tabIndex={-1} aria-hidden="true">
              <Cover name={column.title} url={column.headPortraitPath || null} titled />
            </Link>
            <h3>
              <Link to={linkOf(column)}>{column.title}</Link>
            </h3>
            <Marks column={column} />
            <PriceBadge businessType={columnBusinessType} id={column.id} ids={ids} />
            {column.introduce !== '' && <p className="co-introduction">{column.introduce}</p>}
            <Figures column={column} />
            {actions && <div className="sy-flow sy-gap-2">{actions(column)}</div>}
          </article>
        </li>
      ))}
    </ul>
  )
}

/** Closed, subscribed, something new. */
export function Marks({ column }: { column: Column }) {
  const t = useText('columns')
  const marks = [
    ...(column.state === 'closed' ? [t('closed')] : []),
    ...(column.subscribed ? [t('subscribed')] : []),
    ...(column.unreadNum > 0 ? [t('unread', { count: column.unreadNum })] : []),
  ]
  if (marks.length === 0) return null
  return (
    <p className="sy-flow sy-gap-2">
      {marks.map((mark) => (
        <span key={mark} className="sy-tag">
          {mark}
        </span>
      ))}
    </p>
  )
}

export function Figures({ column }: { column: Column }) {
  const t = useText('columns')
  return (
    <p className="sy-note">
      {t('contentNum', { count: column.contentNum })} · {t('subscribeNum', { count: column.subscribeNum })}
    </p>
  )
}
