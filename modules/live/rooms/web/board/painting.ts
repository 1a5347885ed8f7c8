/** Draws strokes on a canvas. Markers are below the pens, on one shared layer, so that overlaps do not darken. */
import { fonts } from '#web/theme/palette.ts'
import type { Stroke } from '../../contract/shapes.ts'

/** The wire uses ten-thousandths of the page. */
export const UNITS = 10_000

const MARKER_OPACITY = 0.38

type Size = { readonly width: number; readonly height: number }

export function paint(canvas: HTMLCanvasElement, strokes: readonly Stroke[], { width, height }: Size): void {
  const pen = canvas.getContext('2d')
  if (!pen || width <= 0 || height <= 0) return
  pen.setTransform(1, 0, 0, 1, 0, 0)
  pen.clearRect(0, 0, canvas.width, canvas.height)
  const density = canvas.width / width
  pen.setTransform(density, 0, 0, density, 0, 0)
  const markers = strokes.filter((stroke) => stroke.tool === 'marker')
  if (markers.length > 0) paintMarkers(pen, markers, canvas, { width, height })
  for (const stroke of strokes) if (stroke.tool !== 'marker') paintStroke(pen, stroke, { width, height })
}

function paintMarkers(
  pen: CanvasRenderingContext2D,
  markers: readonly Stroke[],
  canvas: HTMLCanvasElement,
  size: Size,
): void {
  const sheet = new OffscreenCanvas(canvas.width, canvas.height)
  const ink = sheet.getContext('2d')
  if (!ink) return
  const density = canvas.width / size.width
  ink.setTransform(density, 0, 0, density, 0, 0)
  for (const stroke of markers) paintStroke(ink, stroke, size)
  pen.save()
  pen.setTransform(1, 0, 0, 1, 0, 0)
  pen.globalAlpha = MARKER_OPACITY
  pen.drawImage(sheet, 0, 0)
  pen.restore()
}

type Pen = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D

function paintStroke(pen: Pen, stroke: Stroke, { width, height }: Size): void {
  const x = (at: number) => ((stroke.points[at] ?? 0) / UNITS) * width
  const y = (at: number) => ((stroke.points[at + 1] ?? 0) / UNITS) * height
  const last = stroke.points.length - 2
  pen.save()
  if (stroke.tool === 'text') {
    const height = (stroke.width / UNITS) * width
    pen.fillStyle = stroke.color
    pen.textBaseline = 'top'
    pen.font = `600 ${height}px ${fonts.sans}`
    for (const [line, words] of (stroke.text ?? '').split('\n').entries())
      pen.fillText(words, x(0), y(0) + line * height * 1.3)
    pen.restore()
    return
  }
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  pen.strokeStyle = stroke.color
  pen.lineWidth = Math.max(1, (stroke.width / UNITS) * width)
  if (stroke.tool === 'eraser') pen.globalCompositeOperation = 'destination-out'
  pen.beginPath()
  if (stroke.tool === 'rectangle') {
    pen.rect(Math.min(x(0), x(last)), Math.min(y(0), y(last)), Math.abs(x(last) - x(0)), Math.abs(y(last) - y(0)))
  } else if (stroke.tool === 'ellipse') {
    const [radiusX, radiusY] = [Math.abs(x(last) - x(0)) / 2, Math.abs(y(last) - y(0)) / 2]
    pen.ellipse((x(0) + x(last)) / 2, (y(0) + y(last)) / 2, radiusX, radiusY, 0, 0, Math.PI * 2)
  } else {
    pen.moveTo(x(0), y(0))
    if (last === 0) pen.lineTo(x(0) + 0.01, y(0))
    for (let at = 2; at <= last; at += 2) {
      // The curve passes through the midpoints between the points, so that a line has no corners.
      if (stroke.tool === 'line' || at === last) pen.lineTo(x(at), y(at))
      else pen.quadraticCurveTo(x(at), y(at), (x(at) + x(at + 2)) / 2, (y(at) + y(at + 2)) / 2)
    }
  }
  pen.stroke()
  pen.restore()
}
