import { type CSSProperties, type ReactNode, useState } from 'react'

interface Props {
  readonly name: string
  readonly url: string | null
  readonly children?: ReactNode
}

const hues = [204, 158, 24, 262, 344, 44, 188]

function numberOf(name: string): number {
  let sum = 7
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 99_991
  return sum
}

/** The first words, as they stand on the spine of a book. */
function spineOf(name: string): string {
  const han = name.match(/\p{Script=Han}+/u)?.[0]
  return han ? han.slice(0, 4) : name.trim().split(/\s+/).slice(0, 2).join(' ').slice(0, 14)
}

/** A course's picture, 16:9; without one, a page of ink hills with its name. */
export function CourseCover({ name, url, children }: Props) {
  const [broken, setBroken] = useState<string>()
  return (
    <span className="co-cover">
      {url !== null && broken !== url ? (
        <img src={url} alt="" loading="lazy" onError={() => setBroken(url)} />
      ) : (
        <DrawnCover name={name} />
      )}
      {children}
    </span>
  )
}

function DrawnCover({ name }: { name: string }) {
  const number = numberOf(name)
  const lift = (step: number) => ((number >> step) % 7) * 5
  const far = `M0 ${108 - lift(1)} Q 60 ${70 - lift(3)} 128 ${104 - lift(2)} T 250 ${92 - lift(4)} T 320 ${100 - lift(5)} V180 H0Z`
  const near = `M0 ${150 - lift(2)} Q 80 ${112 - lift(5)} 170 ${146 - lift(3)} T 320 ${128 - lift(1)} V180 H0Z`
  const style = { '--co-hue': hues[number % hues.length] } as CSSProperties
  return (
    <span className="co-cover-drawn" style={style} aria-hidden="true">
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: hidden from screen readers; the name stands beside it. */}
      <svg viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice">
        <circle cx={230 + (lift(3) - 15)} cy={52 + (lift(2) % 12)} r="20" className="co-cover-sun" />
        <path d={far} className="co-cover-far" />
        <path d={near} className="co-cover-near" />
      </svg>
      <b>{spineOf(name)}</b>
    </span>
  )
}
