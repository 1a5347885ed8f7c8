/**
 * Turns a pointer's path over the page into strokes. A freehand line is sent in pieces while it is drawn, each a stroke
 * of its own that starts at the end of the last one; a shape is sent when it is complete. Pure, without a clock of its
 * own.
 */
import type { Stroke } from '../../contract/shapes.ts'
import { UNITS } from './painting.ts'

/** The tools of the person; an arrow is sent as lines. */
export const boardTools = ['pen', 'marker', 'arrow', 'line', 'rectangle', 'ellipse', 'text', 'eraser'] as const
export type BoardTool = (typeof boardTools)[number]

export const boardColors = ['#d6402b', '#1f6fb2', '#2b8a57', '#e0a315', '#7b4bb7', '#16191c'] as const

const widthOf: Readonly<Record<BoardTool, number>> = {
  pen: 30,
  marker: 160,
  arrow: 36,
  line: 30,
  rectangle: 30,
  ellipse: 30,
  text: 380,
  eraser: 240,
}
const shapes: ReadonlySet<BoardTool> = new Set(['arrow', 'line', 'rectangle', 'ellipse'])
/** A point nearer than this to the last one is ignored. */
const CLOSEST = 15
/** The limit of coordinates in a piece; a longer line continues in another piece. */
const NUMBERS_MAX = 900
/** Relative to the width of the page. */
const ARROW_HEAD = 220

export interface Sheet {
  readonly fileId: string | null
  readonly page: number
}

/** A position on the page in the wire's units; nothing is drawn beyond its edge. */
export function unitsOf(offset: number, size: number): number {
  if (size <= 0) return 0
  return Math.round(Math.min(1, Math.max(0, offset / size)) * UNITS)
}

export class Pencil {
  readonly #sheet: Sheet
  readonly #tool: BoardTool
  readonly #color: string
  /** The page's width divided by its height, so that an arrow's head is symmetrical. */
  readonly #aspect: number
  readonly #newId: () => string
  #id: string
  #points: number[] = []

  constructor(sheet: Sheet, tool: BoardTool, color: string, aspect: number, newId: () => string) {
    this.#sheet = sheet
    this.#tool = tool
    this.#color = color
    this.#aspect = aspect
    this.#newId = newId
    this.#id = newId()
  }

  /** Answers whether the point is new. */
  moveTo(x: number, y: number): boolean {
    const [lastX, lastY] = [this.#points.at(-2), this.#points.at(-1)]
    if (lastX !== undefined && lastY !== undefined && Math.hypot(x - lastX, y - lastY) < CLOSEST) return false
    if (shapes.has(this.#tool) && this.#points.length >= 2) this.#points.splice(2, 2, x, y)
    else this.#points.push(x, y)
    return true
  }

  /** The part of the drawing that has not been sent yet. */
  draft(): Stroke | undefined {
    return this.#points.length >= 2 ? this.#stroke(this.#points) : undefined
  }

  /** A piece that is ready to send; the rest starts at its end. */
  takePiece(): Stroke | undefined {
    if (shapes.has(this.#tool) || this.#points.length < 4) return undefined
    return this.#take()
  }

  /** The pointer was lifted: the rest of the drawing. */
  finish(): Stroke | undefined {
    if (this.#points.length < 2) return undefined
    // A shape without extent is a slip of the hand; the end of a line that was sent already adds nothing.
    if (this.#points.length === 2 && (shapes.has(this.#tool) || this.#wentOut)) return undefined
    return this.#take()
  }
  #wentOut = false

  #take(): Stroke {
    const taken = this.#points.slice(0, NUMBERS_MAX)
    const stroke = this.#stroke(taken)
    this.#points = [...taken.slice(-2), ...this.#points.slice(NUMBERS_MAX)]
    this.#id = this.#newId()
    this.#wentOut = true
    return stroke
  }

  /** Text that starts at the pointer's position. */
  write(text: string): Stroke | undefined {
    const [x, y] = this.#points
    const words = text.trim()
    if (x === undefined || y === undefined || words === '') return undefined
    return { ...this.#stroke([x, y]), text: words }
  }

  #stroke(points: readonly number[]): Stroke {
    const tool = this.#tool === 'arrow' ? 'line' : this.#tool
    const whole = this.#tool === 'arrow' ? arrowPoints(points, this.#aspect) : [...points]
    return { ...this.#sheet, id: this.#id, tool, color: this.#color, width: widthOf[this.#tool], points: whole }
  }
}

/** The shaft, then back and forth over both sides of the head. */
export function arrowPoints(points: readonly number[], aspect: number): number[] {
  const [x0 = 0, y0 = 0, x1, y1] = points
  if (x1 === undefined || y1 === undefined) return [x0, y0]
  const angle = Math.atan2((y1 - y0) / aspect, x1 - x0)
  const side = (turn: number) => [
    Math.round(x1 - ARROW_HEAD * Math.cos(angle + turn)),
    Math.round(y1 - ARROW_HEAD * Math.sin(angle + turn) * aspect),
  ]
  return [x0, y0, x1, y1, ...side(0.45), x1, y1, ...side(-0.45)]
}
