/** Where a picture lies behind the fixed square frame of the cropper (SYSTEM-057). */

/** Side of the frame, and of the result, in pixels. */
export const FRAME = 200
export const ZOOM_MAX = 4
/** What may be chosen (SYSTEM-058). */
export const CROP_TYPES: readonly string[] = ['image/jpeg', 'image/png']

export interface Size {
  readonly width: number
  readonly height: number
}

/** Zoom 1 fills the frame exactly; x and y are the shift of the picture's middle from the frame's, in frame pixels. */
export interface Position {
  readonly zoom: number
  readonly x: number
  readonly y: number
}

export interface Rectangle extends Size {
  readonly left: number
  readonly top: number
}

export const centred: Position = { zoom: 1, x: 0, y: 0 }

function drawnSize(picture: Size, zoom: number): Size {
  const scale = (FRAME / Math.min(picture.width, picture.height)) * zoom
  return { width: picture.width * scale, height: picture.height * scale }
}

/** The same position, moved no further than the picture still covers the whole frame. */
export function withinPicture(picture: Size, position: Position): Position {
  const zoom = Math.min(ZOOM_MAX, Math.max(1, position.zoom))
  const drawn = drawnSize(picture, zoom)
  const limit = (shift: number, side: number) => {
    const most = (side - FRAME) / 2
    return Math.min(most, Math.max(-most, shift))
  }
  return { zoom, x: limit(position.x, drawn.width), y: limit(position.y, drawn.height) }
}

/** Where to draw the picture on a canvas of the frame's size. */
export function drawnAt(picture: Size, position: Position): Rectangle {
  const drawn = drawnSize(picture, position.zoom)
  return {
    ...drawn,
    left: (FRAME - drawn.width) / 2 + position.x,
    top: (FRAME - drawn.height) / 2 + position.y,
  }
}
