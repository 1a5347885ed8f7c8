import type { ReactNode } from 'react'
import { Cover } from '#web/ui/Cover.tsx'

interface Props {
  readonly subject: string
  readonly path: string
  readonly children?: ReactNode
}

const rings = [30, 58, 90, 126, 166, 210]

/** The picture of a live session; without one, a drawing with its name. */
export function LiveCover({ subject, path, children }: Props) {
  const waves = (
    <>
      {rings.map((radius) => (
        <circle key={radius} cx="252" cy="116" r={radius} className="lv-cover-ring" />
      ))}
      <circle cx="252" cy="116" r="9" className="lv-cover-seal" />
    </>
  )
  return (
    <Cover name={subject} url={path} titled drawing={waves} isDark>
      {children}
    </Cover>
  )
}
