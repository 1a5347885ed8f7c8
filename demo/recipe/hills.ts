import type { Theme } from './themes.ts'

/** A smooth ridge from left to right, always the same for the same seed. */
export function ridge(width: number, base: number, height: number, seed: number): string {
  const points: [number, number][] = []
  const steps = 7
  for (let i = 0; i <= steps; i++) {
    const wave = Math.sin(i * 1.7 + seed) * 0.5 + Math.sin(i * 0.9 + seed * 2.3) * 0.5
    points.push([(i * width) / steps, base - height * (0.5 + wave * 0.5)])
  }
  let path = `M0 ${base + 400} L${points[0]?.join(' ')}`
  for (let i = 1; i < points.length; i++) {
    const [x0, y0] = points[i - 1] ?? [0, 0]
    const [x1, y1] = points[i] ?? [0, 0]
    const middle = (x0 + x1) / 2
    path += ` C${middle} ${y0.toFixed(1)} ${middle} ${y1.toFixed(1)} ${x1} ${y1.toFixed(1)}`
  }
  return `${path} L${width} ${base + 400} Z`
}

export const seedOf = (name: string): number =>
  ([...name].reduce((sum, letter) => (sum * 33 + (letter.codePointAt(0) ?? 0)) % 9973, 17) % 628) / 100

/** Two misty hills along the lower edge of a slide. */
export function hills(theme: Theme, name: string): string {
  const seed = seedOf(name)
  return `<svg class="hills" viewBox="0 0 960 190"><path d="${ridge(960, 130, 110, seed)}" fill="${theme.tint}" opacity=".55"/>
    <path d="${ridge(960, 170, 90, seed + 2)}" fill="${theme.tint}"/></svg>`
}
