/** The possible conversions of each file type. */
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
  /** The shorter side, which names the quality: 720. */
  readonly height: number
  /** Width and height are even, because the encoder requires it. */
  readonly width: number
  readonly pixelsHigh: number
  /** The most bits a second. */
  readonly videoBits: number
}

const highest = 1080
const ladder = [720, 480, 360, 240]
/** The largest ratio between neighboring qualities, because a barely smaller one is not worth its bytes. */
const stepMax = 0.75
const qualitiesMax = 3

/** Bits per second by the shorter side, chosen for screen recordings and speakers. */
function bitsOf(height: number): number {
  if (height > 900) return 4_500_000
  if (height > 600) return 2_500_000
  if (height > 400) return 1_200_000
  return height > 300 ? 750_000 : 400_000
}

const even = (length: number) => Math.max(2, Math.round(length / 2) * 2)

/** Two or three qualities, none larger than the source; one for a tiny source. */
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
