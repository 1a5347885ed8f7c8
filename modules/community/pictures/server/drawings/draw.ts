/** The words of a drawing: shapes as SVG text, on a sheet of 1280×720. */

export const drawingWidth = 1280
export const drawingHeight = 720

/** A few colors that belong together, from light to dark. */
export interface Palette {
  /** The ground, from above to below. */
  readonly ground: readonly [string, string]
  /** Five shades from light to dark. */
  readonly shades: readonly [string, string, string, string, string]
  readonly accent: string
  readonly light: string
  /** The color of a title. */
  readonly ink: string
}

/** Pseudo-random numbers between 0 and 1, equal at every drawing. */
export type Chance = () => number

export function chanceOf(seed: number): Chance {
  let state = (seed * 2_654_435_761) >>> 0 || 1
  return () => {
    state ^= state << 13
    state >>>= 0
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 4_294_967_296
  }
}

export type Motif = (palette: Palette, chance: Chance) => string

const short = (value: number) => String(Math.round(value * 10) / 10)

export const rect = (x: number, y: number, width: number, height: number, fill: string, more = ''): string =>
  `<rect x="${short(x)}" y="${short(y)}" width="${short(width)}" height="${short(height)}" fill="${fill}" ${more}/>`

export const circle = (x: number, y: number, radius: number, fill: string, more = ''): string =>
  `<circle cx="${short(x)}" cy="${short(y)}" r="${short(radius)}" fill="${fill}" ${more}/>`

export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = ''): string =>
  `<ellipse cx="${short(x)}" cy="${short(y)}" rx="${short(rx)}" ry="${short(ry)}" fill="${fill}" ${more}/>`

export const shape = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}" ${more}/>`

export const stroke = (d: string, color: string, width: number, more = ''): string =>
  `<path d="${d}" fill="none" stroke="${color}" stroke-width="${short(width)}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`

export const group = (content: string, more: string): string => `<g ${more}>${content}</g>`

export const at = (x: number, y: number, content: string, turn = 0, scale = 1): string =>
  group(content, `transform="translate(${short(x)} ${short(y)}) rotate(${short(turn)}) scale(${scale})"`)

export const line = (...points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${short(x)} ${short(y)}`).join('')

export const times = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('')

/** A value between two bounds. */
export const between = (chance: Chance, low: number, high: number): number => low + chance() * (high - low)

/** A ridge from edge to edge: its height, how rough it is, and where its waves begin. */
export function ridge(top: number, rough: number, phase: number, fill: string, more = ''): string {
  const points = Array.from({ length: 41 }, (_, step): readonly [number, number] => {
    const wave =
      Math.sin(step / 3.6 + phase) * 0.6 + Math.sin(step / 1.7 + phase * 2) * 0.28 + Math.sin(step / 8 + phase * 3)
    return [step * 32, top - rough * wave]
  })
  return shape(`${line(...points)}L1280 720L0 720Z`, fill, more)
}

/** A soft light around a point. */
export const glow = (x: number, y: number, radius: number, color: string, strength = 0.8): string => {
  const id = `g${Math.round(x)}-${Math.round(y)}-${Math.round(radius)}`
  return `<radialGradient id="${id}"><stop offset="0" stop-color="${color}" stop-opacity="${strength}"/><stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>${circle(x, y, radius, `url(#${id})`)}`
}

export function sheet({ ground }: Palette, content: string): string {
  const [from, to] = ground
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 720" width="1280" height="720"><defs><linearGradient id="ground" x1="0" y1="0" x2=".25" y2="1"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient></defs>${rect(0, 0, 1280, 720, 'url(#ground)')}${content}</svg>`
}
