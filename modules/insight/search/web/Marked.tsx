import { Fragment } from 'react'
import type { Mark } from '../contract.ts'

interface Piece {
  readonly start: number
  readonly text: string
  readonly isMarked: boolean
}

/** Cuts the text at the marks; what lies outside of the text, or in an earlier mark, is left out. */
function piecesOf(text: string, marks: readonly Mark[]): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  const add = (start: number, end: number, isMarked: boolean) => {
    if (end > start) pieces.push({ start, text: text.slice(start, end), isMarked })
  }
  for (const [from, to] of [...marks].sort((a, b) => a[0] - b[0])) {
    const [start, end] = [Math.max(from, at), Math.min(to, text.length)]
    if (end <= start) continue
    add(at, start, false)
    add(start, end, true)
    at = end
  }
  add(at, text.length, false)
  return pieces
}

/** A text with what was searched for marked; it is never read as markup. */
export function Marked({ text, marks }: { text: string; marks: readonly Mark[] }) {
  return piecesOf(text, marks).map((piece) =>
    piece.isMarked ? <mark key={piece.start}>{piece.text}</mark> : <Fragment key={piece.start}>{piece.text}</Fragment>,
  )
}
