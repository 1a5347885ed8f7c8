/** Cuts a picture to 16:9 and writes a title on it. */
import type { Material } from '../../contract.ts'

export const cropWidth = 1280
export const cropHeight = 720
export const zoomMax = 4

/** The middle of what is shown, as shares of the picture, and how far it is enlarged beyond filling the frame. */
export interface View {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Cut extends Size {
  readonly x: number
  readonly y: number
}

/** The part of the picture in the frame, never beyond its edges. */
export function cutOf(picture: Size, { x, y, zoom }: View): Cut {
  const enlarged = Math.min(Math.max(zoom, 1), zoomMax)
  const scale = Math.max(cropWidth / picture.width, cropHeight / picture.height) * enlarged
  const [width, height] = [cropWidth / scale, cropHeight / scale]
  const within = (middle: number, length: number, whole: number) =>
    Math.max(0, Math.min(middle * whole - length / 2, whole - length))
  return { x: within(x, width, picture.width), y: within(y, height, picture.height), width, height }
}

/** The view with a middle that its cut can have: dragging back moves at once. */
export function boundedView(picture: Size, view: View): View {
  const cut = cutOf(picture, view)
  const zoom = Math.min(Math.max(view.zoom, 1), zoomMax)
  return { x: (cut.x + cut.width / 2) / picture.width, y: (cut.y + cut.height / 2) / picture.height, zoom }
}

/** Words and Chinese characters one by one, each with the closing punctuation behind it: lines break between them. */
const closing = '[，。、；：！？）》」』】”’…,.;:!?)\\]%]*'
const piece = new RegExp(`(?:(?:(?!\\p{Script=Han})[\\p{L}\\p{N}'-])+|.)${closing}`, 'gsu')
const pieces = (text: string) => text.match(piece) ?? []

/** Lines of the title that fit the width; the size is chosen so that they fit the height, too. */
export function titleLines(text: string, widthOf: (line: string) => number, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const piece of pieces(text.trim())) {
    for (const part of widthOf(piece) > width ? [...piece] : [piece]) {
      if (line !== '' && widthOf(line + part) > width) {
        lines.push(line.trimEnd())
        line = part.trimStart()
      } else line += part
    }
  }
  return line === '' ? lines : [...lines, line.trimEnd()]
}

const serif = '"Source Han Serif SC", "Noto Serif CJK SC", "Noto Serif SC", "Songti SC", STSong, serif'
const sizes = [92, 80, 70, 62, 54, 46, 40, 34, 28] as const

export type TitlePlace = Pick<Material, 'blank' | 'ink' | 'isPlatform'>

function drawTitle(context: CanvasRenderingContext2D, text: string, { blank, ink, isPlatform }: TitlePlace): void {
  const area = {
    x: (blank.x / 100) * cropWidth,
    y: (blank.y / 100) * cropHeight,
    width: (blank.width / 100) * cropWidth,
    height: (blank.height / 100) * cropHeight,
  }
  context.save()
  if (!isPlatform) {
    const shade = context.createLinearGradient(0, cropHeight * 0.45, 0, cropHeight)
    shade.addColorStop(0, 'rgb(0 0 0 / 0%)')
    shade.addColorStop(1, 'rgb(0 0 0 / 62%)')
    context.fillStyle = shade
    context.fillRect(0, 0, cropWidth, cropHeight)
  }
  context.fillStyle = ink
  context.textBaseline = 'top'
  for (const size of sizes) {
    context.font = `600 ${size}px ${serif}`
    const lines = titleLines(text, (line) => context.measureText(line).width, area.width)
    const height = lines.length * size * 1.35
    if (height > area.height && size !== sizes.at(-1)) continue
    const top = area.y + Math.max(0, area.height - height) / 2
    for (const [index, line] of lines.entries()) context.fillText(line, area.x, top + index * size * 1.35)
    break
  }
  context.restore()
}

export function drawCover(
  canvas: HTMLCanvasElement,
  picture: CanvasImageSource & Size,
  view: View,
  title?: { readonly text: string; readonly place: TitlePlace },
): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const { x, y, width, height } = cutOf(picture, view)
  context.drawImage(picture, x, y, width, height, 0, 0, cropWidth, cropHeight)
  if (title && title.text.trim() !== '') drawTitle(context, title.text, title.place)
}

export async function jpegOf(canvas: HTMLCanvasElement): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
  if (!blob) throw new Error('the picture could not be drawn')
  return blob
}
