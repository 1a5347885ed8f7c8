/** What can be made of a file: by its type alone. */
import type { FileClass } from '../contract.ts'
import { fileTypes } from '../contract.ts'

export type ConversionKind = 'stream' | 'pdf'

const kindOfClass: Partial<Record<FileClass, ConversionKind>> = { video: 'stream', slides: 'pdf', office: 'pdf' }

export function extensionOfType(contentType: string): string | undefined {
  return Object.keys(fileTypes).find((extension) => fileTypes[extension]?.contentType === contentType)
}

export function conversionKindOf(contentType: string): ConversionKind | undefined {
  const fileClass = fileTypes[extensionOfType(contentType) ?? '']?.class
  return fileClass && kindOfClass[fileClass]
}

export interface Quality {
  /** Of the shorter side, as people name qualities: 720. */
  readonly height: number
  /** Both even, as the encoder wants them. */
  readonly width: number
  readonly pixelsHigh: number
  /** The most bits a second. */
  readonly videoBits: number
}

const highest = 1080
const ladder = [720, 480, 360, 240]
/** A step that is barely smaller than the one above it is not worth its bytes. */
const stepMax = 0.75
const qualitiesMax = 3

/** Bits a second by the shorter side: what screen recordings and talking heads look well at. */
function bitsOf(height: number): number {
  if (height > 900) return 4_500_000
  if (height > 600) return 2_500_000
  if (height > 400) return 1_200_000
  return height > 300 ? 750_000 : 400_000
}

const even = (length: number) => Math.max(2, Math.round(length / 2) * 2)

/** Two or three qualities by the source's own size, never more than it has. One where the source is tiny. */
export function qualitiesFor(width: number, height: number): Quality[] {
  const shorter = Math.min(width, height)
  const heights = [Math.min(shorter, highest)]
  for (const step of ladder) {
    if (heights.length < qualitiesMax && step <= (heights.at(-1) ?? 0) * stepMax) heights.push(step)
  }
  return heights.map((target) => ({
    height: target,
    width: even((width * target) / shorter),
    pixelsHigh: even((height * target) / shorter),
    videoBits: bitsOf(target),
  }))
}

/** The name of a quality among the renditions of its file, and in addresses. */
export function streamName({ height }: Pick<Quality, 'height'>): string {
  return `s${height}`
}
