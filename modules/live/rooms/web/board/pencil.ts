/**
 * From a pointer's way over the page to strokes: what a hand draws goes out in pieces while it is drawn, each a stroke of
 * its own that begins where the last one ended; a shape goes out when it is done. Pure, its clock is the caller's.
 */
import type { Stroke } from '../../contract/shapes.ts'
import { UNITS } from './painting.ts'

/** What the person chooses; an arrow travels as lines. */
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
/** A point nearer than this to the last one tells nothing new. */
const NEAREST = 15
/** x and y of a piece at most; a line that goes on is another piece. */
const NUMBERS_MAX = 900
/** Of the width of the page. */
const ARROW_HEAD = 220

export interface Sheet {
  readonly fileId: string | null
  readonly page: number
}

/** Where on the page, in the wire's units; beyond its edge nothing is drawn. */
export function unitsOf(offset: number, size: number): number {
  if (size <= 0) return 0
  return Math.round(Math.min(1, Math.max(0, offset / size)) * UNITS)
}

export class Pencil {
  readonly #sheet: Sheet
  readonly #tool: BoardTool
  readonly #color: string
  /** Width of the page by its height: an arrow's head is as long on both sides. */
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

  /** Whether the point is news. */
  moveTo(x: number, y: number): boolean {
    const [lastX, lastY] = [this.#points.at(-2), this.#points.at(-1)]
    if (lastX !== undefined && lastY !== undefined && Math.hypot(x - lastX, y - lastY) < NEAREST) return false
    if (shapes.has(this.#tool) && this.#points.length >= 2) this.#points.splice(2, 2, x, y)
    else this.#points.push(x, y)
    return true
  }

  /** What is being drawn and has not gone out yet. */
  draft(): Stroke | undefined {
    return this.#points.length >= 2 ? this.#stroke(this.#points) : undefined
  }

  /** A piece that can go out now; the rest begins where it ends. */
  takePiece(): Stroke | undefined {
    if (shapes.has(this.#tool) || this.#points.length < 4) return undefined
    return this.#take()
  }

  /** The pointer was lifted: what is left. */
  finish(): Stroke | undefined {
    if (this.#points.length < 2) return undefined
    // A shape without extent was a slip of the hand, the end of a line that went out already is nothing more.
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

  /** Words that begin where the pointer went down. */
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

/** The shaft, and back and forth over both sides of the head. */
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
