/** Crops a cover of 16:9 from a picture. All functions but the last are pure. */

export const coverWidth = 1280
export const coverHeight = 720
export const zoomMax = 4

export interface Size {
  readonly width: number
  readonly height: number
}

/** The visible part: its center as fractions of the picture, and its zoom relative to filling the frame. */
export interface View {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

export interface Cut {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The part of the picture in the frame, in pixels of the picture, inside the picture. */
export function cutOf(picture: Size, { x, y, zoom }: View): Cut {
  const scale =
    Math.max(coverWidth / picture.width, coverHeight / picture.height) * Math.min(Math.max(zoom, 1), zoomMax)
  const width = coverWidth / scale
  const height = coverHeight / scale
  const hold = (middle: number, length: number, whole: number) =>
    Math.max(0, Math.min(middle * whole - length / 2, whole - length))
  return { x: hold(x, width, picture.width), y: hold(y, height, picture.height), width, height }
}

/** Limits the center to its possible positions, so that dragging back has an effect at once. */
export function boundedView(picture: Size, view: View): View {
  const cut = cutOf(picture, view)
  const zoom = Math.min(Math.max(view.zoom, 1), zoomMax)
  return { x: (cut.x + cut.width / 2) / picture.width, y: (cut.y + cut.height / 2) / picture.height, zoom }
}

/** JPEG qualities in descending order. */
const qualities = [0.9, 0.8, 0.65, 0.5] as const

/** The cover as a JPEG, with a lower quality if it would reach `bytesLimit` bytes. */
export async function cutCover(picture: ImageBitmap, view: View, bytesLimit: number): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = coverWidth
  canvas.height = coverHeight
  const context = canvas.getContext('2d')
  const { x, y, width, height } = cutOf(picture, view)
  context?.drawImage(picture, x, y, width, height, 0, 0, coverWidth, coverHeight)
  for (const quality of qualities) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    if (blob && blob.size < bytesLimit) return blob
  }
  throw new Error('the picture could not be drawn')
}
