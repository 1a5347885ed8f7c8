import type { ReactNode } from 'react'
import { Avatar } from './Avatar.tsx'

interface Props {
  readonly name: string
  readonly path?: string | null | undefined
  /** Below the name: a department, an account name, a time. */
  readonly note?: ReactNode
  readonly size?: number
  /** In place of the name: a link or a button with it. */
  readonly children?: ReactNode
}

/** A member in a list: picture, name, and what tells them from others of the same name. */
export function Person({ name, path, note, size = 32, children }: Props) {
  return (
    <span className="sy-person">
      <Avatar name={name} path={path ?? null} size={size} />
      <span>
        {children ?? name}
        {note !== undefined && note !== null && <small>{note}</small>}
      </span>
    </span>
  )
}
