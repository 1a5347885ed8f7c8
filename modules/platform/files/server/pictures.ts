/** Pictures are drawn anew: what remains is the picture, without position, camera, comments or anything hidden behind it. */
import sharp from 'sharp'
import { refuse } from '#kit/errors.ts'
import { FILE_UNREADABLE } from '../contract.ts'

/** A few kilobytes can claim billions of pixels. The largest cameras make about 50 million. */
const pixelsMax = 50_000_000
/** The cropper's frame (SYSTEM-057). */
const cropPixels = 200

const options = { limitInputPixels: pixelsMax, failOn: 'error' } as const

// Pictures are seen once; a cache of them would only hold memory.
sharp.cache(false)

export interface Picture {
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
}

/** Runs sharp; a picture that it can't read is its owner's fault. */
async function reading<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch {
    throw refuse(FILE_UNREADABLE, { pixelsMax })
  }
}

/** The same picture, upright, in the same format. */
export function redrawPicture(path: string, extension: 'jpg' | 'png'): Promise<Picture> {
  return reading(async () => {
    const picture = sharp(path, options).autoOrient().keepIccProfile()
    const encoded = extension === 'jpg' ? picture.jpeg({ quality: 92 }) : picture.png()
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
    return { bytes: data, width: info.width, height: info.height }
  })
}

/** The measures of a moving picture, which is kept as it is. */
export function measurePicture(path: string): Promise<{ width: number; height: number }> {
  return reading(async () => {
    const { width, height, pages = 1 } = await sharp(path, options).metadata()
    if (width * height * pages > pixelsMax) throw new Error('too many pixels')
    await sharp(path, options).stats()
    return { width, height }
  })
}

/** Which of the formats of the cropper the bytes are, if any (SYSTEM-058). */
export async function croppableFormat(bytes: Buffer): Promise<'jpeg' | 'png' | undefined> {
  // sharp throws at once, not through its promise, where there is nothing to read.
  if (bytes.length === 0) return undefined
  const format = await sharp(bytes, options)
    .metadata()
    .then((found) => found.format)
    .catch(() => undefined)
  return format === 'jpeg' || format === 'png' ? format : undefined
}

/** A png of 200×200 pixels. What is not square is cut at its longer sides. */
export function cropPicture(bytes: Buffer): Promise<Buffer> {
  return reading(() =>
    sharp(bytes, options).autoOrient().resize(cropPixels, cropPixels, { fit: 'cover' }).png().toBuffer(),
  )
}

/** A still of a film: as wide as it is shown on a screen, at most. */
export function drawPoster(path: string): Promise<Picture> {
  return drawWebp(path, 1280)
}

/** The picture in this width, where it is wider; upright, and without anything but the picture. */
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
