import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import type { Stroke } from '../../contract/shapes.ts'
import { Refused } from '../connection/channel.ts'
import { useRoomSession } from '../connection/room-session.ts'
import { useFailureNotice } from '../connection/use-request.ts'
import { useSize } from '../stage/use-size.ts'
import { useRoom, useRoomStore } from '../state/room-store.ts'
import { BoardText } from './BoardText.tsx'
import { paint } from './painting.ts'
import { type BoardTool, Pencil, unitsOf } from './pencil.ts'

/** The interval at which pieces of a line are sent. */
const PIECE_MS = 120

export interface BoardChoice {
  readonly tool: BoardTool
  readonly color: string
}

interface Props {
  readonly choice: BoardChoice | undefined
  /** A complete line or text, with the strokes that were sent for it. */
  readonly onDrawn: (ids: readonly string[]) => void
}

/** The drawing layer over the page, for pointer, pen and finger; everybody sees it while it is drawn. */
export function Board({ choice, onDrawn }: Props) {
  const t = useText('rooms')
  const store = useRoomStore()
  const { request } = useRoomSession()
  const say = useFailureNotice()
  const strokes = useRoom((view) => view.strokes)
  const fileId = useRoom((view) => view.slides.fileId)
  const page = useRoom((view) => view.slides.page)
  const canvas = useRef<HTMLCanvasElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const size = useSize(box)
  const pencil = useRef<Pencil | undefined>(undefined)
  const sent = useRef<string[]>([])
  const [writing, setWriting] = useState<{ readonly left: number; readonly top: number }>()
  const timer = useRef<ReturnType<typeof setInterval> | undefined>(undefined)

  const repaint = () => {
    const target = canvas.current
    if (!target || size.width === 0) return
    const density = Math.min(devicePixelRatio, 2)
    const [width, height] = [Math.round(size.width * density), Math.round(size.height * density)]
    if (target.width !== width || target.height !== height) Object.assign(target, { width, height })
    const draft = choice?.tool === 'text' ? undefined : pencil.current?.draft()
    paint(target, draft ? [...strokes, draft] : strokes, size)
  }
  useEffect(repaint, [strokes, size, choice?.tool])
  useEffect(() => () => clearInterval(timer.current), [])

  const send = (stroke: Stroke) => {
    // The stroke appears at once, and disappears if the room refuses it.
    store.change((view) => ({ ...view, strokes: [...view.strokes, stroke] }))
    sent.current.push(stroke.id)
    request('board.draw', stroke).catch((failure: unknown) => {
      store.change((view) => ({ ...view, strokes: view.strokes.filter((one) => one.id !== stroke.id) }))
      if (failure instanceof Refused) say(failure)
    })
  }
  const point = (event: PointerEvent) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    return [unitsOf(event.clientX - left, size.width), unitsOf(event.clientY - top, size.height)] as const
  }
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!choice || event.button !== 0 || !event.isPrimary) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const aspect = size.width / Math.max(1, size.height)
    const pen = new Pencil({ fileId, page }, choice.tool, choice.color, aspect, () => crypto.randomUUID())
    pencil.current = pen
    pen.moveTo(...point(event))
    sent.current = []
    if (choice.tool === 'text') {
      // The field takes the focus itself; the canvas must not take it back.
      event.preventDefault()
      const { left, top } = event.currentTarget.getBoundingClientRect()
      setWriting({ left: event.clientX - left, top: event.clientY - top })
      return
    }
    timer.current = setInterval(() => {
      const piece = pen.takePiece()
      if (piece) send(piece)
    }, PIECE_MS)
    repaint()
  }
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    if (choice?.tool !== 'text' && pencil.current?.moveTo(...point(event))) repaint()
  }
  const done = () => {
    if (sent.current.length > 0) onDrawn(sent.current)
    sent.current = []
  }
  const write = (text: string) => {
    const stroke = pencil.current?.write(text)
    pencil.current = undefined
    setWriting(undefined)
    if (stroke) send(stroke)
    done()
  }
  const end = () => {
    if (choice?.tool === 'text') return
    clearInterval(timer.current)
    const pen = pencil.current
    pencil.current = undefined
    for (let rest = pen?.finish(); rest; rest = pen?.finish()) send(rest)
    done()
    repaint()
  }
  return (
    <div ref={box} className="room-board" data-draws={choice !== undefined} data-strokes={strokes.length}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={t('board.canvas')}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
      />
      {writing && (
        <BoardText key={`${writing.left} ${writing.top}`} place={writing} color={choice?.color} onDone={write} />
      )}
    </div>
  )
}
