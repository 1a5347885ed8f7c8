/** The backdrop of a replay without pictures. It contains only shapes, because a server has no reliable fonts. */
import type { Canvas } from './timeline.ts'

/** A plain background; with a microphone if there is only sound. */
export function backdrop({ width, height }: Canvas, isAlone: boolean): Buffer {
  const x = width / 2
  const y = height / 2
  const unit = height / 12
  const rings = [3.4, 2.6, 1.9].map(
    (radius, number) =>
      `<circle cx="${x}" cy="${y}" r="${unit * radius}" fill="#fff" fill-opacity="${0.02 + number * 0.02}"/>`,
  )
  const microphone = `<g transform="translate(${x} ${y}) scale(${unit / 10})" fill="none" stroke="#d9dee3"
    stroke-width="1.600" stroke-linecap="round">
    <rect x="-3" y="-9" width="6" height="11" rx="3"/><path d="M-6 -1a6 6 0 0 0 12 0M0 5v4M-3 9h6"/></g>`
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#12171c"/>${isAlone ? rings.join('') + microphone : ''}</svg>`)
}
