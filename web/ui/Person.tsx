import type { ReactNode } from 'react'
import { Avatar } from './Avatar.tsx'
import { MemberLink } from './MemberLink.tsx'

interface Props {
  readonly name: string
  readonly path?: string | null | undefined
  /** Below the name: a department, an account name, a time. */
  readonly note?: ReactNode
  readonly size?: number
  /** Name and picture lead to the member's homepage, and their card opens. Not inside of another link. */
  readonly memberId?: string | undefined
  /** In place of the name: a link or a button with it. */
  readonly children?: ReactNode
}

/** A member in a list: picture, name, and what tells them from others of the same name. */
export function Person({ name, path, note, size = 32, memberId, children }: Props) {
  const picture = <Avatar name={name} path={path ?? null} size={size} />
  return (
    <span className="sy-person">
      {memberId === undefined ? (
        picture
      ) : (
        <MemberLink memberId={memberId} isPicture>
          {picture}
        </MemberLink>
      )}
      <span>
        {children || (memberId === undefined ? name : <MemberLink memberId={memberId}>{name}</MemberLink>)}
        {note !== undefined && note !== null && <small>{note}</small>}
      </span>
    </span>
  )
}
