import type { ReactNode } from 'react'
import { EmptyShelf } from './pictures/EmptyShelf.tsx'

interface Props {
  readonly title: ReactNode
  readonly description?: ReactNode
  /** What the user can do about it. */
  readonly action?: ReactNode
  readonly picture?: ReactNode
  /** Without a picture, for small places. */
  readonly small?: boolean
  /** It stands in place of a whole page: its title is the page's heading. */
  readonly page?: boolean
}

/** Where there is nothing to show: says so, why, and what can be done. */
export function EmptyState({ title, description, action, picture, small, page }: Props) {
  const Title = page ? 'h1' : 'p'
  return (
    <div className={small ? 'sy-empty sy-empty-small' : 'sy-empty'}>
      {!small && <div className="sy-empty-picture">{picture ?? <EmptyShelf />}</div>}
      <Title className="sy-empty-title">{title}</Title>
      {description && <p className="sy-empty-description">{description}</p>}
      {action && <div className="sy-empty-action">{action}</div>}
    </div>
  )
}
