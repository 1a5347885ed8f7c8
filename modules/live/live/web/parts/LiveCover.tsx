import { type CSSProperties, type ReactNode, useState } from 'react'
import { pictureUrl } from '#web/ui/picture.ts'

interface Props {
  readonly subject: string
  readonly path: string
  readonly children?: ReactNode
}

const hues = [204, 168, 28, 262, 350, 190]
/** The characters of two Chinese lines. */
const LETTERS = 24
const rings = [30, 58, 90, 126, 166, 210]

function numberOf(name: string): number {
  let sum = 11
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 99_991
  return sum
}

/** The first words of the name. */
function firstWords(subject: string): string {
  const first = subject.trim().split(/[：:，,。（(·|—-]/)[0] ?? ''
  return first.length > LETTERS ? `${first.slice(0, LETTERS - 1)}…` : first
}

/** The picture of a live session, 16:9; without one, a drawing with its name. */
export function LiveCover({ subject, path, children }: Props) {
  const [broken, setBroken] = useState<string>()
  const url = pictureUrl(path)
  return (
    <span className="lv-cover">
      {url !== undefined && broken !== url ? (
        <img src={url} alt="" loading="lazy" onError={() => setBroken(url)} />
      ) : (
        <DrawnCover subject={subject} />
      )}
      {children}
    </span>
  )
}

function DrawnCover({ subject }: { subject: string }) {
  const number = numberOf(subject)
  const [x, y] = [236 + (number % 40), 104 + (number % 30)]
  const style = { '--lv-hue': hues[number % hues.length] } as CSSProperties
  return (
    <span className="lv-cover-drawn" style={style} aria-hidden="true">
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: hidden from screen readers; the name is beside it. */}
      <svg viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice">
        {rings.map((radius) => (
          <circle key={radius} cx={x} cy={y} r={radius} className="lv-cover-ring" />
        ))}
        <circle cx={x} cy={y} r="9" className="lv-cover-seal" />
      </svg>
      <b>{firstWords(subject)}</b>
    </span>
  )
}
