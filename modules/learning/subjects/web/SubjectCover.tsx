import { type CSSProperties, useState } from 'react'
import type { SubjectType } from '../contract/wire.ts'

interface Props {
  readonly name: string
  readonly url: string | null
  readonly type: SubjectType
}

const hues = [204, 158, 24, 262, 344, 44, 188]

function numberOf(name: string): number {
  let sum = 11
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 99_991
  return sum
}

/** What stands before the hills, by type: books, a person, a way with flags, a gate. */
const motifs: Readonly<Record<SubjectType, string>> = {
  0: 'M132 128h12V66h-12zM148 128h14V56h-14zM166 128h12V72h-12zM182 128l14-3-12-58-14 3z',
  1: 'M160 50a20 20 0 1 1 0 40a20 20 0 0 1 0-40zM122 132c4-26 20-36 38-36s34 10 38 36z',
  2: 'M78 138c46 8 30-30 78-28s34-34 80-38M236 72V44l22 8-22 9M156 110V84l18 7-18 7',
  3: 'M118 136V78h9v58zM193 136V78h9v58zM104 78h112l-10-16H114zM127 94h66v9h-66z',
}

/** A subject's picture, 16:9; without one, ink hills with what the subject is like. */
export function SubjectCover({ name, url, type }: Props) {
  const [broken, setBroken] = useState<string>()
  const shown = url !== null && broken !== url
  return (
    <span className="sb-cover">
      {shown ? (
        <img src={url} alt="" loading="lazy" onError={() => setBroken(url)} />
      ) : (
        <DrawnCover name={name} type={type} />
      )}
    </span>
  )
}

function DrawnCover({ name, type }: { name: string; type: SubjectType }) {
  const number = numberOf(name)
  const lift = (step: number) => ((number >> step) % 7) * 5
  const far = `M0 ${112 - lift(1)} Q 70 ${66 - lift(3)} 136 ${108 - lift(2)} T 262 ${88 - lift(4)} T 320 ${104 - lift(5)} V180 H0Z`
  const near = `M0 ${156 - lift(2)} Q 90 ${124 - lift(5)} 180 ${152 - lift(3)} T 320 ${138 - lift(1)} V180 H0Z`
  const style = { '--sb-hue': hues[number % hues.length] } as CSSProperties
  return (
    <span className="sb-cover-drawn" data-type={type} style={style} aria-hidden="true">
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: hidden from screen readers; the name stands beside it. */}
      <svg viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice">
        <circle cx={60 + lift(3)} cy={46 + (lift(2) % 12)} r="16" className="sb-cover-sun" />
        <path d={far} className="sb-cover-far" />
        <path d={motifs[type]} className="sb-cover-motif" />
        <path d={near} className="sb-cover-near" />
      </svg>
    </span>
  )
}
