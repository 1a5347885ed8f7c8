import { Link } from 'react-router'

export interface SideRow {
  readonly key: string
  readonly title: string
  readonly note: string
  readonly to: string
  /** Of a member's attention: overdue, on air. */
  readonly isUrgent?: boolean
}

/** A few things in a narrow column, each a link with a note. */
export function SideRows({ rows, empty }: { readonly rows: readonly SideRow[]; readonly empty: string }) {
  if (rows.length === 0) return <p className="sy-box sy-note sy-side-empty">{empty}</p>
  return (
    <ul className="sy-box sy-side-rows">
      {rows.map(({ key, title, note, to, isUrgent }) => (
        <li key={key}>
          <Link to={to}>
            <strong>{title}</strong>
            <small data-urgent={isUrgent || undefined}>{note}</small>
          </Link>
        </li>
      ))}
    </ul>
  )
}
