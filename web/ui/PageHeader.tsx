import type { ReactNode } from 'react'

interface Props {
  readonly title: ReactNode
  readonly description?: ReactNode
  /** A link above the title to where this page belongs. */
  readonly back?: ReactNode
  readonly actions?: ReactNode
}

/** The head of a page: its one `h1`, what it is about, and what can be done. */
export function PageHeader({ title, description, back, actions }: Props) {
  return (
    <header className="sy-page-header">
      {back && <div className="sy-page-back">{back}</div>}
      <div className="sy-page-heading">
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          {description && <p>{description}</p>}
        </div>
        {actions && <div className="sy-actions">{actions}</div>}
      </div>
    </header>
  )
}
