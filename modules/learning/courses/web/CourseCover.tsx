import type { ReactNode } from 'react'
import { Cover } from '#web/ui/Cover.tsx'

interface Props {
  readonly name: string
  readonly url: string | null
  readonly children?: ReactNode
}

/** A course's picture; without one, a page of ink hills with its name. */
export function CourseCover({ name, url, children }: Props) {
  return (
    <Cover name={name} url={url} titled>
      {children}
    </Cover>
  )
}
