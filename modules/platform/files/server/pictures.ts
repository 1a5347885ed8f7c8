/** Pictures are re-encoded, which removes location, camera, comments and hidden data. */
import sharp from 'sharp'
import { refuse } from '#kit/errors.ts'
import { FILE_UNREADABLE } from '../contract.ts'

/** The limit of pixels, because a few kilobytes can claim billions. The largest cameras make about 50 million. */
const pixelsMax = 50_000_000
/** The cropper's frame (SYSTEM-057). */
const cropPixels = 200

const options = { limitInputPixels: pixelsMax, failOn: 'error' } as const

// Each picture is processed once, so a cache would only waste memory.
sharp.cache(false)

export interface Picture {
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
}

/** Runs sharp and turns its errors into refusals, because an unreadable picture is the uploader's mistake. */
async function reading<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch {
    throw refuse(FILE_UNREADABLE, { pixelsMax })
  }
}

/** Re-encodes the picture upright in the same format. */
export function redrawPicture(path: string, extension: 'jpg' | 'png'): Promise<Picture> {
  return reading(async () => {
    const picture = sharp(path, options).autoOrient().keepIccProfile()
    const encoded = extension === 'jpg' ? picture.jpeg({ quality: 92 }) : picture.png()
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  })
}

/** The size of an animated picture, which is stored unchanged. */
export function measurePicture(path: string): Promise<{ width: number; height: number }> {
  return reading(async () => {
    const { width, height, pages = 1 } = await sharp(path, options).metadata()
    if (width * height * pages > pixelsMax) throw new Error('too many pixels')
    await sharp(path, options).stats()
    return { width, height }
  })
}

/** The format of the bytes, if the cropper supports it (SYSTEM-058). */
export async function croppableFormat(bytes: Buffer): Promise<'jpeg' | 'png' | undefined> {
  // For empty input, sharp throws synchronously instead of rejecting its promise.
  if (bytes.length === 0) return undefined
  const format = await sharp(bytes, options)
    .metadata()
    .then((found) => found.format)
    .catch(() => undefined)
  return format === 'jpeg' || format === 'png' ? format : undefined
}

/** A png of 200×200 pixels; the longer sides of other formats are cropped. */
export function cropPicture(bytes: Buffer): Promise<Buffer> {
  return reading(() =>
    sharp(bytes, options).autoOrient().resize(cropPixels, cropPixels, { fit: 'cover' }).png().toBuffer(),
  )
}

/** The poster of a video, at most as wide as on a screen. */
export function drawPoster(path: string): Promise<Picture> {
  return drawWebp(path, 1280)
}

/** The picture, upright, without metadata and at most this wide. */
export function drawWebp(source: string | Buffer, width: number): Promise<Picture> {
  return reading(async () => {
    const picture = sharp(source, options)
      .autoOrient()
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: 80 })
    const { data, info } = await picture.toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  })
}
