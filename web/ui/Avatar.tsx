import { type CSSProperties, useState } from 'react'
import { pictureUrl } from './picture.ts'

interface Props {
  readonly name: string
  readonly path?: string | null
  readonly size?: number
}

const hues = [205, 12, 150, 38, 265, 330]

function hueOf(name: string): number {
  let sum = 0
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return hues[sum % hues.length] ?? 205
}

/** Chinese names are known by their last characters, others by their initials. */
function initialsOf(name: string): string {
  if (/\p{Script=Han}/u.test(name)) return name.slice(-2)
  const words = name.trim().split(/\s+/)
  return words
    .slice(0, 2)
    .map((word) => word.slice(0, 1).toUpperCase())
    .join('')
}

/** The six default pictures of a type lie side by side in one file, sharp up to this size. */
const STRIP_SIZE_MAX = 64
const STRIP_PICTURES = 6

/** A default picture, small, as a part of its strip. */
function stripStyle(path: string | null | undefined, size: number): CSSProperties | undefined {
  const [, type, number] = /^avatars\/([0-3])-([1-6])\.png$/.exec(path ?? '') ?? []
  if (type === undefined || size > STRIP_SIZE_MAX) return undefined
  const at = (100 / (STRIP_PICTURES - 1)) * (Number(number) - 1)
  return {
    backgroundImage: `url(${pictureUrl(`avatars/${type}.webp`)})`,
    backgroundSize: `${STRIP_PICTURES * 100}% 100%`,
    backgroundPosition: `${at}% 0`,
  }
}

/** A member's picture; without one, or while it can't be had, the name on a color of its own. */
export function Avatar({ name, path, size = 36 }: Props) {
  const [broken, setBroken] = useState<string>()
  const url = pictureUrl(path)
  const style = { width: size, height: size, fontSize: Math.round(size * 0.36), '--sy-hue': hueOf(name) }
  const strip = stripStyle(path, size)
  if (strip) return <span className="sy-avatar" style={{ ...style, ...strip }} />
  return (
    <span className="sy-avatar" style={style}>
      {url !== undefined && broken !== url ? (
        <img src={url} alt="" width={size} height={size} loading="lazy" onError={() => setBroken(url)} />
      ) : (
        <span aria-hidden="true">{initialsOf(name)}</span>
      )}
    </span>
  )
}
