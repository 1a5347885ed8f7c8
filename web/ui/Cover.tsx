import { type CSSProperties, type ReactNode, useState } from 'react'
import { LatePicture } from './LatePicture.tsx'
import { pictureUrl } from './picture.ts'

interface Props {
  /** Chooses the color and the shape of the drawing. */
  readonly name: string
  /** A path as answers name it (`files/{id}`), or an address. */
  readonly url: string | null | undefined
  /** The name stands on the drawing. */
  readonly titled?: boolean
  /** Between the hills of the drawing. */
  readonly motif?: ReactNode
  /** Before the hills. */
  readonly front?: ReactNode
  /** In place of sun and hills. */
  readonly drawing?: ReactNode
  /** A dark drawing in both themes. */
  readonly isDark?: boolean
  /** Over the picture: badges, figures. */
  readonly children?: ReactNode
}

const hues = [204, 158, 24, 262, 344, 44, 188]

function numberOf(name: string): number {
  let sum = 7
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 99_991
  return sum
}

/** The picture of a course, a subject, a path, a live session, 16:9; without one, a drawing in ink. */
export function Cover({ name, url, children, ...drawn }: Props) {
  const [broken, setBroken] = useState<string>()
  const shown = pictureUrl(url)
  return (
    <span className="sy-cover">
      {shown !== undefined && broken !== shown ? (
        <LatePicture key={shown} src={shown} onError={() => setBroken(shown)} />
      ) : (
        <Drawing name={name} {...drawn} />
      )}
      {children}
    </span>
  )
}

/** Han characters are about twice as wide as letters. */
function lengthOf(name: string): 'short' | 'middle' | 'long' {
  const han = name.match(/\p{Script=Han}/gu)?.length ?? 0
  const width = name.length + han
  if (width <= 16) return 'short'
  return width <= 40 ? 'middle' : 'long'
}

function Drawing({ name, titled, motif, front, drawing, isDark }: Omit<Props, 'url' | 'children'>) {
  const number = numberOf(name)
  const style = { '--sy-hue': hues[number % hues.length] } as CSSProperties
  return (
    <span className="sy-cover-drawn" data-dark={isDark} style={style} aria-hidden="true">
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: hidden from screen readers; the name stands beside it. */}
      <svg viewBox="0 0 320 180" preserveAspectRatio="xMidYMid slice">
        {drawing ?? <Hills number={number} motif={motif} front={front} />}
      </svg>
      {titled && name !== '' && <b data-length={lengthOf(name)}>{name}</b>}
    </span>
  )
}

function Hills({ number, motif, front }: { number: number } & Pick<Props, 'motif' | 'front'>) {
  const lift = (step: number) => ((number >> step) % 7) * 5
  const far = `M0 ${110 - lift(1)} Q 66 ${68 - lift(3)} 130 ${106 - lift(2)} T 254 ${90 - lift(4)} T 320 ${102 - lift(5)} V180 H0Z`
  const near = `M0 ${152 - lift(2)} Q 86 ${116 - lift(4)} 176 ${148 - lift(3)} T 320 ${132 - lift(1)} V180 H0Z`
  return (
    <>
      {/* On the right of a title (its width stands in ui.css), on the left of a motif. */}
      <circle
        cx={(motif ?? front) ? 58 + lift(3) : 268 + lift(3) / 2}
        cy={42 + (lift(2) % 12)}
        r="17"
        className="sy-cover-sun"
      />
      <path d={far} className="sy-cover-far" />
      {motif}
      <path d={near} className="sy-cover-near" />
      {front}
    </>
  )
}
