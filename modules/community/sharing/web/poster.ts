/** Draws the poster: a sheet of 1080×1620 pixels that looks printed, on one of the six backgrounds. */
import type { Background } from './backgrounds.ts'

export const posterWidth = 1080
export const posterHeight = 1620

export interface PosterText {
  readonly title: string
  readonly summary: string
  /** 林知远 邀请你一起学习 */
  readonly invitation: string
  /** 长按识别二维码 */
  readonly scanHint: string
  readonly platformName: string
  /** The kind of the item: 课程. */
  readonly kind: string
}

export interface PosterParts extends PosterText {
  readonly background: Background
  readonly cover: CanvasImageSource | undefined
  readonly coverSize: { readonly width: number; readonly height: number } | undefined
  readonly qr: CanvasImageSource | undefined
}

const serif = '"Source Han Serif SC", "Noto Serif CJK SC", "Noto Serif SC", "Songti SC", STSong, serif'
const sans = '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", sans-serif'

/** A line may break between words and Chinese characters; closing punctuation stays with the text before it. */
const closing = '[，。、；：！？）》」』】”’…,.;:!?)\\]%]*'
const piece = new RegExp(`(?:(?:(?!\\p{Script=Han})[\\p{L}\\p{N}'-])+|.)${closing}`, 'gsu')
const pieces = (text: string) => text.match(piece) ?? []

/** Lines that fit; the last one ends with … if text is left over. */
export function wrap(text: string, linesMax: number, widthOf: (line: string) => number, width: number): string[] {
  const lines: string[] = []
  let line = ''
  const rest = pieces(text.replace(/\s+/g, ' ').trim()).flatMap((piece) =>
    widthOf(piece) > width ? [...piece] : [piece],
  )
  for (const [at, piece] of rest.entries()) {
    if (widthOf(line + piece) <= width) {
      line += piece
      continue
    }
    if (lines.length === linesMax - 1) {
      let last = line
      while (last !== '' && widthOf(`${last}…`) > width) last = [...last].slice(0, -1).join('')
      return [...lines, `${last.trimEnd()}…`]
    }
    lines.push(line.trimEnd())
    line = at === 0 ? piece : piece.trimStart()
  }
  return line === '' ? lines : [...lines, line]
}

interface Place {
  readonly x: number
  readonly y: number
  readonly lineHeight: number
}

function write(context: CanvasRenderingContext2D, lines: readonly string[], { x, y, lineHeight }: Place): number {
  for (const [at, line] of lines.entries()) context.fillText(line, x, y + at * lineHeight)
  return y + lines.length * lineHeight
}

/** Fills the frame, keeps the aspect ratio, and crops evenly. */
function drawCover(
  context: CanvasRenderingContext2D,
  parts: PosterParts,
  frame: { x: number; y: number; width: number; height: number },
): void {
  const { cover, coverSize, background } = parts
  context.save()
  context.beginPath()
  context.roundRect(frame.x, frame.y, frame.width, frame.height, 20)
  context.clip()
  if (cover && coverSize) {
    const scale = Math.max(frame.width / coverSize.width, frame.height / coverSize.height)
    const width = coverSize.width * scale
    const height = coverSize.height * scale
    context.drawImage(cover, frame.x + (frame.width - width) / 2, frame.y + (frame.height - height) / 2, width, height)
  } else {
    context.fillStyle = background.accent
    context.fillRect(frame.x, frame.y, frame.width, frame.height)
    context.fillStyle = 'rgb(255 255 255 / 92%)'
    context.font = `600 150px ${serif}`
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    context.fillText([...parts.title][0] ?? '书', frame.x + frame.width / 2, frame.y + frame.height / 2)
    context.textAlign = 'left'
    context.textBaseline = 'alphabetic'
  }
  context.restore()
}

/** Draws the kind of the item as a small seal: white on cinnabar. */
function drawSeal(context: CanvasRenderingContext2D, text: string, x: number, y: number): void {
  context.font = `600 30px ${serif}`
  const width = context.measureText(text).width + 36
  context.fillStyle = '#b93a22'
  context.beginPath()
  context.roundRect(x, y, width, 54, 8)
  context.fill()
  context.fillStyle = '#fff8f2'
  context.fillText(text, x + 18, y + 38)
}

export function drawPoster(context: CanvasRenderingContext2D, parts: PosterParts): void {
  const { background } = parts
  const sheet = { x: 72, y: 132, width: posterWidth - 144, height: posterHeight - 264 }
  const left = sheet.x + 56
  const textWidth = sheet.width - 112
  const widthOf = (line: string) => context.measureText(line).width
  background.draw(context, posterWidth, posterHeight)
  context.save()
  context.shadowColor = 'rgb(20 24 30 / 26%)'
  context.shadowBlur = 60
  context.shadowOffsetY = 24
  context.fillStyle = background.sheet
  context.beginPath()
  context.roundRect(sheet.x, sheet.y, sheet.width, sheet.height, 36)
  context.fill()
  context.restore()
  drawCover(context, parts, { x: left, y: sheet.y + 56, width: textWidth, height: (textWidth * 9) / 16 })
  drawSeal(context, parts.kind, left, sheet.y + 56 + (textWidth * 9) / 16 + 44)

  context.fillStyle = background.ink
  context.font = `600 60px ${serif}`
  const titleTop = sheet.y + 56 + (textWidth * 9) / 16 + 186
  const afterTitle = write(context, wrap(parts.title, 3, widthOf, textWidth), { x: left, y: titleTop, lineHeight: 84 })
  context.fillStyle = background.soft
  context.font = `400 33px ${sans}`
  const foot = sheet.y + sheet.height - 316
  const linesLeft = Math.max(0, Math.min(4, Math.floor((foot - 20 - afterTitle) / 54)))
  if (linesLeft > 0)
    write(context, wrap(parts.summary, linesLeft, widthOf, textWidth), { x: left, y: afterTitle, lineHeight: 54 })

  context.strokeStyle = background.soft
  context.globalAlpha = 0.3
  context.lineWidth = 2
  context.setLineDash([2, 10])
  context.beginPath()
  context.moveTo(left, foot)
  context.lineTo(left + textWidth, foot)
  context.stroke()
  context.setLineDash([])
  context.globalAlpha = 1

  const qrSize = 214
  const qrLeft = left + textWidth - qrSize
  context.fillStyle = '#ffffff'
  context.beginPath()
  context.roundRect(qrLeft - 14, foot + 36, qrSize + 28, qrSize + 28, 18)
  context.fill()
  if (parts.qr) {
    // Smoothing would blur the squares of the code.
    context.imageSmoothingEnabled = false
    context.drawImage(parts.qr, qrLeft, foot + 50, qrSize, qrSize)
    context.imageSmoothingEnabled = true
  }
  const besideQr = textWidth - qrSize - 60
  context.fillStyle = background.ink
  context.font = `500 38px ${sans}`
  const afterName = write(context, wrap(parts.invitation, 2, widthOf, besideQr), {
    x: left,
    y: foot + 100,
    lineHeight: 54,
  })
  context.fillStyle = background.soft
  context.font = `400 30px ${sans}`
  write(context, wrap(parts.scanHint, 1, widthOf, besideQr), { x: left, y: afterName + 10, lineHeight: 46 })
  context.fillStyle = background.accent
  context.font = `600 32px ${serif}`
  write(context, wrap(parts.platformName, 1, widthOf, besideQr), { x: left, y: foot + 268, lineHeight: 46 })
}
