/** The geometry of the cropper: a fixed square frame, and a picture that moves and zooms behind it. */

/** The size of frame and result in pixels (SYSTEM-057). */
export const framePixels = 200
export const zoomMax = 4

export interface Size {
  readonly width: number
  readonly height: number
}

/**
 * At `zoom` 1 the picture just fills the frame. `x` and `y` are its center relative to the center of the frame, in
 * pixels.
 */
export interface Placement {
  readonly zoom: number
  readonly x: number
  readonly y: number
}

export const centred: Placement = { zoom: 1, x: 0, y: 0 }

/** The displayed size of the picture. */
export function shownSize(picture: Size, zoom: number): Size {
  const scale = (framePixels / Math.min(picture.width, picture.height)) * zoom
  return { width: picture.width * scale, height: picture.height * scale }
}

/** The closest placement that fills the frame. */
export function boundedPlacement(picture: Size, placement: Placement): Placement {
  const zoom = Math.min(Math.max(placement.zoom, 1), zoomMax)
  const { width, height } = shownSize(picture, zoom)
  const within = (value: number, size: number) => {
    const most = (size - framePixels) / 2
    return Math.min(Math.max(value, -most), most)
  }
  return { zoom, x: within(placement.x, width), y: within(placement.y, height) }
}

/** The square in the frame, in pixels of the picture. */
export function croppedArea(picture: Size, { zoom, x, y }: Placement): { left: number; top: number; side: number } {
  const shown = shownSize(picture, zoom)
  const scale = picture.width / shown.width
  return {
    left: ((shown.width - framePixels) / 2 - x) * scale,
    top: ((shown.height - framePixels) / 2 - y) * scale,
    side: framePixels * scale,
  }
}

/** Moves by the arrow keys and zooms by + and -; undefined for other keys. */
export function movedByKey(placement: Placement, key: string, far: boolean): Placement | undefined {
  const step = far ? 20 : 4
  const { zoom, x, y } = placement
  const moves: Readonly<Record<string, Placement>> = {
    ArrowLeft: { zoom, x: x - step, y },
    ArrowRight: { zoom, x: x + step, y },
    ArrowUp: { zoom, x, y: y - step },
    ArrowDown: { zoom, x, y: y + step },
    '+': { zoom: zoom * 1.1, x, y },
    '=': { zoom: zoom * 1.1, x, y },
    '-': { zoom: zoom / 1.1, x, y },
  }
  return moves[key]
}

/** Draws the square in the frame as a png of 200×200. */
export async function croppedPng(picture: ImageBitmap, placement: Placement): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = framePixels
  canvas.height = framePixels
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  const { left, top, side } = croppedArea(picture, placement)
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, left, top, side, side, 0, 0, framePixels, framePixels)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png')
  })
}
