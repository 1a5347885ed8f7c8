/**
 * The layout of the replay over time: turns recorded pieces into shots in which nothing moves. Pure functions; times
 * are milliseconds of the wall clock unless a name says otherwise.
 */
import type { FeedSource } from '#modules/live/engines/server.ts'

/** From (inclusive) to to (exclusive). */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** A recorded file with its measurements. */
export interface MeasuredPiece {
  readonly path: string
  readonly participantId: string
  readonly source: FeedSource
  /** The instant of the first packet in the file. */
  readonly beginsAt: number
  /** The intervals with moving pictures: a camera that was switched off has gaps. */
  readonly pictures: readonly Stretch[]
  readonly sound: Stretch | null
  readonly width: number
  readonly height: number
}

/** An interval of the video in which the same pieces are in the same places. */
export interface Shot extends Stretch {
  readonly main: MeasuredPiece | null
  /** Beside the main picture, from top to bottom. */
  readonly beside: readonly MeasuredPiece[]
}

/** Twenty-five frames a second: every cut falls between two of them. */
export const pictureMs = 40
/** A shorter change is not shown, so that the video does not flicker. */
const shotMinMs = 600
/** A long shot is made in parts, which limits the loss after a kill and the memory of the encoder. */
const shotMaxMs = 600_000
/** Host and six others share a stage. */
const besideMax = 6

/**
 * The span of the video: from the first recorded instant of the running room to the last. undefined: nothing was
 * recorded.
 */
export function spanOf(pieces: readonly MeasuredPiece[], room: Stretch): Stretch | undefined {
  const all = pieces.flatMap(({ pictures, sound }) => (sound ? [...pictures, sound] : pictures))
  const within = all.flatMap(({ from, to }) => {
    const part = { from: Math.max(from, room.from), to: Math.min(to, room.to) }
    return part.to > part.from ? [part] : []
  })
  if (within.length === 0) return undefined
  const from = Math.min(...within.map((part) => part.from))
  const lengthMs = Math.max(...within.map((part) => part.to)) - from
  const pictures = Math.max(1, Math.ceil(lengthMs / pictureMs))
  return { from, to: from + pictures * pictureMs }
}

function showsAt(piece: MeasuredPiece, at: number): boolean {
  return piece.pictures.some(({ from, to }) => from <= at && at < to)
}

/** First a screen, the latest one; then the host; then the person who has been there longest. */
function arrange(showing: readonly MeasuredPiece[], hostId: string): Pick<Shot, 'main' | 'beside'> {
  const screens = showing.filter(({ source }) => source === 'screen').sort((a, b) => b.beginsAt - a.beginsAt)
  const isHost = (piece: MeasuredPiece) => Number(piece.participantId === hostId)
  const faces = showing
    .filter(({ source }) => source === 'camera')
    .sort((a, b) => isHost(b) - isHost(a) || a.beginsAt - b.beginsAt)
  // For each person the newest piece counts: an older one is the rest from before a reconnect.
  const ageOrder = (one: MeasuredPiece, other: MeasuredPiece) =>
    one.beginsAt - other.beginsAt || faces.indexOf(one) - faces.indexOf(other)
  const newest = faces.filter(
    (face) => !faces.some((other) => other.participantId === face.participantId && ageOrder(other, face) > 0),
  )
  const main = screens[0] ?? newest[0] ?? null
  return { main, beside: newest.filter((face) => face !== main).slice(0, besideMax) }
}

function sameArrangement(one: Shot, other: Shot): boolean {
  return (
    one.main === other.main &&
    one.beside.length === other.beside.length &&
    one.beside.every((piece, index) => piece === other.beside[index])
  )
}

/** The shots of a video in order; they fill its span without a gap. */
export function shotsOf(pieces: readonly MeasuredPiece[], span: Stretch, hostId: string): Shot[] {
  const onGrid = (at: number) => span.from + Math.round((at - span.from) / pictureMs) * pictureMs
  const changes = pieces.flatMap(({ pictures }) => pictures.flatMap(({ from, to }) => [onGrid(from), onGrid(to)]))
  const cuts = [...new Set(changes)].filter((at) => at > span.from && at < span.to).sort((a, b) => a - b)
  const shots: Shot[] = []
  let from = span.from
  for (const to of [...cuts, span.to]) {
    const last = shots.at(-1)
    // Each shot looks up the pieces at its middle, because rounding has moved its edges.
    const middle = (from + to) / 2
    const shot = {
      from,
      to,
      ...arrange(
        pieces.filter((piece) => showsAt(piece, middle)),
        hostId,
      ),
    }
    if (last && (sameArrangement(last, shot) || to - from < shotMinMs)) shots[shots.length - 1] = { ...last, to }
    else shots.push(shot)
    from = to
  }
  return shots.flatMap(inParts)
}

function inParts(shot: Shot): Shot[] {
  const count = Math.ceil((shot.to - shot.from) / shotMaxMs)
  const starts = Array.from({ length: count }, (_, index) => shot.from + index * shotMaxMs)
  return starts.map((from, index) => ({ ...shot, from, to: starts[index + 1] ?? shot.to }))
}

/** The pieces with sound in an interval. */
export function soundsIn(pieces: readonly MeasuredPiece[], { from, to }: Stretch): MeasuredPiece[] {
  return pieces.filter(({ sound }) => sound !== null && sound.from < to && sound.to > from)
}

export interface Place {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Canvas {
  readonly width: number
  readonly height: number
}

const even = (length: number) => Math.max(2, Math.floor(length / 2) * 2)

/** A few cameras need no large video; a screen must be readable. */
export function canvasFor(pieces: readonly MeasuredPiece[]): Canvas {
  const isLarge = pieces.some(({ source, height, width }) => source === 'screen' || Math.min(height, width) > 480)
  return isLarge ? { width: 1280, height: 720 } : { width: 854, height: 480 }
}

/**
 * The places of the pictures in a shot: the main picture, and a column of the others at its right. None covers another.
 */
export function placesOf(canvas: Canvas, besideCount: number): { main: Place; beside: Place[] } {
  const { width, height } = canvas
  if (besideCount === 0) return { main: { x: 0, y: 0, width, height }, beside: [] }
  const columnWidth = even(width / 5)
  const tileHeight = even(Math.min((columnWidth * 9) / 16, height / besideCount))
  const top = Math.floor((height - tileHeight * besideCount) / 2)
  const beside = Array.from({ length: besideCount }, (_, index) => ({
    x: width - columnWidth,
    y: top + index * tileHeight,
    width: columnWidth,
    height: tileHeight,
  }))
  return { main: { x: 0, y: 0, width: width - columnWidth, height }, beside }
}
