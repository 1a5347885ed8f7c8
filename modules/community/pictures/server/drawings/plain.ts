/** Abstract, nature and technology. */
import {
  at,
  between,
  circle,
  ellipse,
  glow,
  group,
  line,
  type Motif,
  rect,
  ridge,
  shape,
  stroke,
  times,
} from './draw.ts'

export const waves: Motif = ({ shades, light, accent }, chance) =>
  circle(1010, 210, 88, accent, 'opacity=".9"') +
  shades.map((fill, index) => ridge(430 + index * 62, 34, between(chance, 0, 6), fill, 'opacity=".88"')).join('') +
  ridge(700, 10, 2, light, 'opacity=".35"')

export const discs: Motif = ({ shades, accent }, chance) =>
  times(9, (index) =>
    circle(
      between(chance, 700, 1240),
      between(chance, 60, 680),
      between(chance, 60, 210),
      shades[index % 5] ?? accent,
      'opacity=".46" style="mix-blend-mode:multiply"',
    ),
  ) + circle(760, 520, 74, accent, 'opacity=".85"')

export const tiles: Motif = ({ shades, accent, light }, chance) =>
  times(24, (index) => {
    const x = 640 + (index % 4) * 160
    const y = Math.floor(index / 4) * 120 * 1.0
    const size = 160
    const fill = shades[Math.floor(chance() * 5)] ?? accent
    const turn = Math.floor(chance() * 4) * 90
    const inner =
      chance() > 0.75
        ? circle(0, 0, 56, chance() > 0.5 ? accent : light)
        : shape('M-80 -60H80A160 120 0 0 1 -80 60Z', fill)
    return y > 700
      ? ''
      : at(x + size / 2, y + 60, rect(-80, -60, 160, 120, light, 'opacity=".5"') + inner, turn % 180 === 0 ? turn : 0)
  })

export const ribbons: Motif = ({ shades, accent }, chance) =>
  times(11, (index) => {
    const x = 560 + index * 84
    const fill = index === 4 ? accent : (shades[index % 5] ?? accent)
    const bend = between(chance, 60, 190)
    return stroke(
      `M${x} -40C${x + bend} 200 ${x - bend * 1.6} 470 ${x - 60} 780`,
      fill,
      between(chance, 14, 46),
      'opacity=".8"',
    )
  })

export const rings: Motif = ({ shades, accent, light }) =>
  times(12, (index) =>
    circle(
      1060,
      640,
      640 - index * 52,
      'none',
      `stroke="${shades[index % 5]}" stroke-width="${10 + (index % 3) * 7}" opacity=".75"`,
    ),
  ) +
  circle(1060, 640, 46, accent) +
  circle(250, 110, 34, light, 'opacity=".8"')

export const veils: Motif = ({ shades, accent, light }, chance) =>
  times(7, (index) =>
    glow(
      between(chance, 120, 1240),
      between(chance, 40, 700),
      between(chance, 240, 430),
      shades[index % 4] ?? accent,
      0.75,
    ),
  ) +
  glow(980, 180, 330, accent, 0.8) +
  glow(300, 560, 300, light, 0.7)

export const mountains: Motif = ({ shades, accent }) =>
  circle(990, 170, 70, accent) +
  shades.map((fill, index) => ridge(440 + index * 66, 60 - index * 7, index * 1.7 + 0.4, fill)).join('')

const leaf = (length: number, fill: string) =>
  shape(`M0 0Q${length / 2} ${-length * 0.2} ${length} ${length * 0.14}Q${length / 2} ${length * 0.14} 0 0Z`, fill)

export const bamboo: Motif = ({ shades }, chance) =>
  times(8, (stem) => {
    const x = stem < 2 ? 40 + stem * 56 : 800 + (stem - 2) * 88
    const fill = shades[1 + (stem % 4)] ?? shades[2]
    const thick = between(chance, 14, 26)
    const joints = times(7, (joint) => rect(x, joint * 110 - 20, thick, 106, fill, 'rx="5" opacity=".82"'))
    const leaves = times(7, () =>
      at(
        x + thick / 2,
        between(chance, 10, 690),
        leaf(between(chance, 80, 150), fill),
        chance() > 0.5 ? between(chance, 5, 40) : between(chance, 140, 175),
      ),
    )
    return joints + group(leaves, 'opacity=".9"')
  })

export const shore: Motif = ({ shades, accent, light }) =>
  glow(900, 330, 360, accent, 0.55) +
  circle(900, 330, 84, accent) +
  rect(0, 396, 1280, 330, shades[2]) +
  times(15, (row) =>
    times(5, (part) => {
      const x = ((row * 197 + part * 311) % 1360) - 60
      return rect(
        x,
        410 + row * 21,
        70 + ((row * 37 + part * 53) % 130),
        4,
        row % 3 === 0 ? light : shades[1],
        'rx="2" opacity=".6"',
      )
    }),
  ) +
  shape('M640 396L690 340L705 396Z M712 396L712 322L770 396Z', shades[4])

const pine = (height: number, fill: string) =>
  shape(
    `M0 ${-height}L${height * 0.2} ${-height * 0.62}H${height * 0.11}L${height * 0.27} ${-height * 0.3}H${height * 0.14}L${height * 0.34} 0H${-height * 0.34}L${-height * 0.14} ${-height * 0.3}H${-height * 0.27}L${-height * 0.11} ${-height * 0.62}H${-height * 0.2}Z`,
    fill,
  )

export const pines: Motif = ({ shades, light }, chance) =>
  circle(280, 150, 62, light) +
  shades
    .slice(1)
    .map(
      (fill, row) =>
        ridge(500 + row * 60, 14, row * 2, fill) +
        times(17, (index) =>
          at(index * 80 + between(chance, -20, 30), 520 + row * 62, pine(between(chance, 90, 170 + row * 22), fill)),
        ),
    )
    .join('')

export const dunes: Motif = ({ shades, accent, light }) =>
  circle(960, 190, 78, light) +
  shape('M0 470Q300 330 640 470T1280 420V720H0Z', shades[0]) +
  shape('M0 560Q420 400 760 545T1280 520V720H0Z', shades[1]) +
  shape('M760 545Q900 470 1010 476Q900 560 940 720H600Q640 600 760 545Z', shades[2], 'opacity=".7"') +
  shape('M0 640Q300 540 700 640T1280 640V720H0Z', shades[3]) +
  times(5, (index) =>
    at(
      770 + index * 42,
      512 - index * 7,
      ellipse(0, 0, 11, 7, shades[4]) +
        rect(-8, 4, 3, 13, shades[4]) +
        rect(6, 4, 3, 13, shades[4]) +
        circle(12, -9, 5, accent),
    ),
  )

const petals = (size: number, fills: readonly string[]) =>
  times(5, (index) =>
    group(
      ellipse(0, -size * 0.5, size * 0.24, size * 0.55, fills[index % fills.length] ?? '#fff'),
      `transform="rotate(${(index - 2) * 30})"`,
    ),
  )

export const lotus: Motif = ({ shades, accent, light }, chance) =>
  times(9, (index) => {
    const x = between(chance, 560, 1240)
    const y = 420 + index * 34
    return ellipse(
      x,
      y,
      between(chance, 80, 150),
      between(chance, 24, 44),
      shades[1 + (index % 4)] ?? accent,
      'opacity=".92"',
    )
  }) +
  times(3, (index) => {
    const [x, y, size] = [
      [780, 430, 120],
      [1030, 350, 150],
      [1160, 500, 96],
    ][index] as [number, number, number]
    return (
      stroke(`M${x} ${y}Q${x - 18} ${y + 120} ${x + 6} 720`, shades[4], 7) +
      at(x, y, petals(size, ['#f6c3cf', '#f0a3b6', light]))
    )
  })

export const network: Motif = ({ shades, accent, light }, chance) => {
  const dots = Array.from({ length: 34 }, (): readonly [number, number] => [
    between(chance, 560, 1270),
    between(chance, 20, 700),
  ])
  const links = dots.flatMap((from, index) =>
    dots
      .slice(index + 1)
      .flatMap((to) =>
        Math.hypot(from[0] - to[0], from[1] - to[1]) < 165
          ? [stroke(line(from, to), shades[1], 1.6, 'opacity=".6"')]
          : [],
      ),
  )
  return (
    glow(960, 360, 420, shades[2], 0.55) +
    links.join('') +
    dots.map(([x, y], index) => circle(x, y, index % 6 === 0 ? 12 : 5, index % 6 === 0 ? accent : light)).join('')
  )
}

export const circuit: Motif = ({ shades, accent, light }) =>
  times(16, (index) => {
    const y = 40 + index * 43
    const bend = 620 + ((index * 83) % 330)
    const step = index % 2 === 0 ? 43 : -43
    return (
      stroke(
        `M1280 ${y}H${bend + 44}L${bend} ${y + step}H${bend - 90}`,
        shades[1 + (index % 3)] ?? accent,
        4,
        'opacity=".8"',
      ) + circle(bend - 100, y + step, 9, 'none', `stroke="${index % 4 === 0 ? accent : light}" stroke-width="4"`)
    )
  }) +
  rect(930, 260, 200, 200, shades[4], 'rx="20"') +
  rect(966, 296, 128, 128, 'none', `rx="10" stroke="${accent}" stroke-width="5"`)

const cube = (size: number, [top, left, right]: readonly [string, string, string]) => {
  const [w, h] = [size * 0.87, size * 0.5]
  return (
    shape(`M0 ${-size}L${w} ${-h}L0 0L${-w} ${-h}Z`, top) +
    shape(`M${-w} ${-h}L0 0V${size}L${-w} ${h}Z`, left) +
    shape(`M${w} ${-h}L0 0V${size}L${w} ${h}Z`, right)
  )
}

export const cubes: Motif = ({ shades, accent, light }) =>
  times(15, (index) => {
    const row = Math.floor(index / 5)
    const x = 660 + (index % 5) * 139 + (row % 2) * 70
    const y = 190 + row * 120 + ((index * 5) % 3) * 22
    return at(x, y, cube(80, index === 7 ? [light, accent, shades[3]] : [shades[0], shades[2], shades[3]]))
  })

export const dotWave: Motif = ({ shades, accent, light }) =>
  times(20, (row) =>
    times(42, (column) => {
      const y = 250 + row * 24 + Math.sin(column / 4 + row / 3) * (16 + row)
      return circle(
        column * 32 - 10,
        y,
        1.2 + row * 0.2,
        row % 7 === 3 ? accent : column % 9 === 0 ? light : shades[1],
        'opacity=".8"',
      )
    }),
  )

export const orbits: Motif = ({ shades, accent, light }) =>
  times(5, (index) =>
    ellipse(
      930,
      360,
      130 + index * 84,
      52 + index * 44,
      'none',
      `stroke="${shades[index] ?? light}" stroke-width="3" opacity=".8" transform="rotate(-24 930 360)"`,
    ),
  ) +
  glow(930, 360, 180, accent, 0.6) +
  circle(930, 360, 64, accent) +
  circle(1142, 190, 22, light) +
  circle(720, 540, 17, shades[0]) +
  circle(1200, 420, 12, light)

export const hexes: Motif = ({ shades, accent }) =>
  times(30, (index) => {
    const x = 640 + (index % 6) * 128 + (Math.floor(index / 6) % 2) * 64
    const y = 60 + Math.floor(index / 6) * 152 * 0.98
    const fill = index % 11 === 5 ? accent : (shades[(index * 7) % 5] ?? accent)
    return at(x, y, shape('M0 -68L59 -34V34L0 68L-59 34V-34Z', fill, `opacity="${index % 3 === 0 ? '.9' : '.55'}"`))
  })
