import './cover.css'
import { type CSSProperties, useState } from 'react'

interface Props {
  readonly name: string
  readonly url: string | null
}

const hues = [158, 204, 24, 262, 188, 344, 44]

function numberOf(name: string): number {
  let sum = 7
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 99_991
  return sum
}

/** A path's picture, 16:9; without one, a mountain road to a flag in ink. */
export function PathCover({ name, url }: Props) {
  const [broken, setBroken] = useState<string>()
  const shown = url !== null && broken !== url
  return (
    <span className="lp-cover">
      {shown ? <img src={url} alt="" loading="lazy" onError={() => setBroken(url)} /> : <DrawnCover name={name} />}
    </span>
  )
}

function DrawnCover({ name }: { name: string }) {
  const number = numberOf(name)
  const lift = (step: number) => ((number >> step) % 7) * 4
  const far = `M0 ${104 - lift(1)} Q 60 ${58 - lift(3)} 128 ${100 - lift(2)} T 250 ${62 - lift(4)} T 320 ${96 - lift(5)} V180 H0Z`
  const near = `M0 ${150 - lift(2)} Q 96 ${112 - lift(4)} 190 ${142 - lift(3)} T 320 ${124 - lift(1)} V180 H0Z`
  const road = 'M-8 174 C 70 150 40 118 120 124 S 176 150 214 124 S 196 84 244 74'
  const style = { '--lp-hue': hues[number % hues.length] } as CSSProperties
  return (
    <span className="lp-cover-drawn" style={style} aria-hidden="true">
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: hidden from screen readers; the name stands beside it. */}
      <svg viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice">
        <circle cx={58 + lift(3)} cy={40 + (lift(2) % 12)} r="15" className="lp-cover-sun" />
        <path d={far} className="lp-cover-far" />
        <path d={near} className="lp-cover-near" />
        <path d={road} className="lp-cover-road" />
        <path d="M244 74V40l22 8-22 9" className="lp-cover-flag" />
      </svg>
    </span>
  )
}
