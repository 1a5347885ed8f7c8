import type { ReactNode } from 'react'

interface Props {
  readonly caption: string
  /** Takes the room of two fields where there is room. */
  readonly wide?: boolean
  /** Names itself for screen readers. */
  readonly children: ReactNode
}

/** A field with its caption above: a date alone does not say what it is the date of. */
export function Captioned({ caption, wide = false, children }: Props) {
  return (
    <div className="cl-captioned" data-wide={wide}>
      <span aria-hidden="true">{caption}</span>
      {children}
    </div>
  )
}
