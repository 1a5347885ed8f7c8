import { Fragment } from 'react'

/** Up to the first character that can't stand in an address; Chinese punctuation ends it. */
const address = /https?:\/\/[^\s<>"'`，。；：！？、（）【】《》“”‘’]+/giu
const trailing = /[.,;:!?)\]}]+$/

interface Piece {
  readonly at: number
  readonly text: string
  readonly href?: string
}

function hrefOf(text: string): string | undefined {
  const url = URL.parse(text)
  // An address that hides its host behind a name is shown as text.
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  return isPlain ? url.href : undefined
}

/** Cuts a text at the web addresses in it. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const match of text.matchAll(address)) {
    const shown = match[0].replace(trailing, '')
    const href = hrefOf(shown)
    if (href === undefined) continue
    if (match.index > at) pieces.push({ at, text: text.slice(at, match.index) })
    pieces.push({ at: match.index, text: shown, href })
    at = match.index + shown.length
  }
  if (at < text.length) pieces.push({ at, text: text.slice(at) })
  return pieces
}

/** A text cut before and behind each `@name` of these. */
function namedPieces(text: string, names: ReadonlySet<string>): string[] {
  // The longer of two names that begin alike comes first.
  const signs = [...names]
    .toSorted((one, other) => other.length - one.length)
    .map((name) => `@${name.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')}`)
  return signs.length === 0 ? [text] : text.split(new RegExp(`(${signs.join('|')})`, 'u'))
}

interface Props {
  readonly text: string
  /** The members that it names. */
  readonly mentions?: readonly { readonly name: string }[]
}

/** A member's words: text alone, never markup; web addresses lead out without vouching for where. */
export function LinkedText({ text, mentions = [] }: Props) {
  const names = new Set(mentions.map(({ name }) => name))
  return piecesOf(text).map(({ at, text: piece, href }) =>
    href === undefined ? (
      <Fragment key={at}>
        {namedPieces(piece, names).map((part, index) =>
          part.startsWith('@') && names.has(part.slice(1)) ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text keep their places.
            <strong key={index} className="dis-mention">
              {part}
            </strong>
          ) : (
            part
          ),
        )}
      </Fragment>
    ) : (
      <a key={at} href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
        {piece}
      </a>
    ),
  )
}
