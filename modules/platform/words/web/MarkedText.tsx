import { Fragment } from 'react'
import type { Hit } from '../contract.ts'

interface Props {
  readonly text: string
  readonly hits: readonly Hit[]
}

interface Piece {
  readonly start: number
  readonly text: string
  readonly marked: boolean
}

/** Cuts the text at the hits. Hits that touch or overlap are one mark. */
export function piecesOf(text: string, hits: readonly Hit[]): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  const add = (start: number, end: number, marked: boolean) => {
    if (end > start) pieces.push({ start, text: text.slice(start, end), marked })
  }
  for (const hit of [...hits].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = pieces.at(-1)
    if (hit.start <= at && last?.marked) {
      pieces.pop()
      at = Math.max(at, hit.end)
      add(last.start, at, true)
      continue
    }
    add(at, hit.start, false)
    add(hit.start, hit.end, true)
    at = hit.end
  }
  add(at, text.length, false)
  return pieces
}

/** A text with its sensitive words marked; the text is never read as markup. */
export function MarkedText({ text, hits }: Props) {
  return (
    <span className="sy-marked-text">
      {piecesOf(text, hits).map((piece) =>
        piece.marked ? (
          <mark key={piece.start}>{piece.text}</mark>
        ) : (
          <Fragment key={piece.start}>{piece.text}</Fragment>
        ),
      )}
    </span>
  )
}
