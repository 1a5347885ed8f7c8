import type { ReactNode } from 'react'
import { Cover } from '#web/ui/Cover.tsx'

interface Props {
  readonly name: string
  readonly url: string | null
  readonly children?: ReactNode
}

/** The first words, as they stand on the spine of a book. */
function spineOf(name: string): string {
  const han = name.match(/\p{Script=Han}+/u)?.[0]
  return han ? han.slice(0, 4) : name.trim().split(/\s+/).slice(0, 2).join(' ').slice(0, 14)
}

/** A course's picture; without one, a page of ink hills with its name. */
export function CourseCover({ name, url, children }: Props) {
  return (
    <Cover name={name} url={url} words={spineOf(name)}>
      {children}
    </Cover>
  )
}
