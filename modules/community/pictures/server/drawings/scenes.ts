/** Study, seasons and festivals. */
import { at, between, circle, ellipse, glow, group, type Motif, rect, ridge, shape, stroke, times } from './draw.ts'

export const books: Motif = ({ shades, accent, light }) =>
  rect(0, 610, 1280, 110, shades[3]) +
  times(6, (index) => {
    const width = 400 - ((index * 67) % 130)
    const y = 554 - index * 58
    const fill = index === 2 ? accent : (shades[1 + ((index * 3) % 4)] ?? accent)
    const x = 760 + ((index * 41) % 60)
    return (
      rect(x, y, width, 56, fill, 'rx="8"') +
      rect(x + 26, y, 12, 56, light, 'opacity=".5"') +
      rect(x + width - 14, y + 9, 14, 38, light, 'opacity=".9"')
    )
  }) +
  at(
    1010,
    206,
    circle(0, 0, 44, '#d9493a') +
      stroke('M0 -40Q4 -64 22 -72', shades[4], 7) +
      shape('M4 -52Q34 -78 56 -54Q28 -38 4 -52Z', '#6fa35c'),
  )

export const lamp: Motif = ({ shades, accent, light }) =>
  shape('M900 250L620 640H1180Z', light, 'opacity=".55"') +
  rect(0, 630, 1280, 90, shades[3]) +
  stroke('M1100 630L1040 430L900 210', shades[4], 14) +
  at(900, 210, shape('M-92 62Q-66 -54 0 -62Q66 -54 92 62Z', accent)) +
  rect(1030, 608, 140, 24, shades[4], 'rx="10"') +
  shape('M700 628Q780 590 862 622Q940 590 1012 628V606Q940 566 862 598Q780 566 700 606Z', shades[1])

export const shelf: Motif = ({ shades, accent, light }, chance) =>
  rect(640, 0, 640, 720, shades[4], 'opacity=".22"') +
  times(3, (row) => {
    let x = 668
    const board = 226 + row * 222
    const volumes = times(13, (index) => {
      const width = between(chance, 26, 50)
      const height = between(chance, 122, 184)
      const fill = index % 5 === 2 ? accent : (shades[Math.floor(chance() * 5)] ?? accent)
      const volume =
        x + width > 1250
          ? ''
          : rect(x, board - height, width, height, fill, 'rx="4"') +
            rect(x + 5, board - height + 22, width - 10, 7, light, 'opacity=".7"')
      x += width + 5
      return volume
    })
    return volumes + rect(640, board, 640, 16, shades[4])
  })

export const openBook: Motif = ({ shades, accent, light }, chance) =>
  glow(880, 420, 400, light, 0.95) +
  shape('M880 560Q740 470 540 520V600Q740 560 880 640Q1020 560 1220 600V520Q1020 470 880 560Z', shades[3]) +
  shape('M880 548Q740 446 552 496V572Q740 536 880 618Q1020 536 1208 572V496Q1020 446 880 548Z', light) +
  times(
    4,
    (row) =>
      stroke(`M${610} ${512 + row * 17}Q740 ${486 + row * 17} 846 ${548 + row * 15}`, shades[1], 4) +
      stroke(`M1150 ${512 + row * 17}Q1020 ${486 + row * 17} 914 ${548 + row * 15}`, shades[1], 4),
  ) +
  times(22, () =>
    circle(
      between(chance, 640, 1140),
      between(chance, 80, 450),
      between(chance, 3, 13),
      chance() > 0.4 ? accent : shades[1],
      'opacity=".75"',
    ),
  )

export const lattice: Motif = ({ shades, light, accent }) =>
  rect(700, 40, 520, 640, light, 'opacity=".75"') +
  circle(1040, 220, 66, accent, 'opacity=".85"') +
  stroke('M720 600Q860 470 900 300M840 480Q930 450 990 400M800 540Q760 460 770 400', shades[3], 7) +
  times(16, (index) => circle(770 + ((index * 61) % 220), 310 + ((index * 47) % 260), 9, '#e08a9b')) +
  group(
    rect(700, 40, 520, 640, 'none') +
      times(5, (index) => stroke(`M${700 + index * 130} 40V680`, shades[4], 10)) +
      times(6, (index) => stroke(`M700 ${40 + index * 128}H1220`, shades[4], 10)) +
      rect(830, 168, 260, 384, 'none', `stroke="${shades[4]}" stroke-width="10"`),
    'opacity=".8"',
  )

export const pencils: Motif = ({ shades, accent, light }) =>
  times(9, (index) => {
    const fill = index === 4 ? accent : (shades[index % 5] ?? accent)
    const y = 250 + ((index * 97) % 170)
    return at(
      690 + index * 66,
      y,
      rect(-24, 0, 48, 560, fill) +
        rect(-8, 0, 16, 560, light, 'opacity=".25"') +
        shape('M-24 0L0 -72L24 0Z', '#f3dcb8') +
        shape('M-9 -46L0 -72L9 -46Z', shades[4]),
    )
  })

const flower = (size: number, fill: string, heart: string) =>
  times(5, (index) =>
    group(ellipse(0, -size * 0.62, size * 0.42, size * 0.56, fill), `transform="rotate(${index * 72})"`),
  ) + circle(0, 0, size * 0.24, heart)

export const blossoms: Motif = ({ shades, light, accent }, chance) =>
  stroke('M1290 60Q1060 130 940 260T640 400M1080 150Q1040 300 900 420M1180 110Q1190 260 1110 360', shades[4], 15) +
  times(26, (index) => {
    const [x, y] = [between(chance, 640, 1240), between(chance, 60, 440)]
    return at(
      x,
      y,
      flower(between(chance, 18, 40), index % 3 === 0 ? light : (shades[index % 2] ?? light), accent),
      between(chance, 0, 72),
    )
  }) +
  times(14, () =>
    ellipse(
      between(chance, 60, 1240),
      between(chance, 430, 690),
      11,
      6,
      shades[1],
      `transform="rotate(${Math.round(between(chance, -40, 40))} 640 500)" opacity=".8"`,
    ),
  )

export const fields: Motif = ({ shades, accent, light }) =>
  glow(1000, 190, 300, light, 0.9) +
  circle(1000, 190, 76, accent) +
  shape('M0 420Q320 330 640 400T1280 360V720H0Z', shades[1]) +
  shape('M0 500Q380 400 760 480T1280 440V720H0Z', shades[2]) +
  times(9, (index) =>
    stroke(`M${600 + index * 86} 720Q${640 + index * 60} 600 ${700 + index * 34} 470`, shades[3], 5, 'opacity=".7"'),
  ) +
  shape('M0 620Q300 540 660 610T1280 600V720H0Z', shades[4])

const maple = 'M0 -60L14 -30L44 -40L34 -8L60 8L26 20L30 46L4 30L0 66L-4 30L-30 46L-26 20L-60 8L-34 -8L-44 -40L-14 -30Z'

export const leaves: Motif = ({ shades, accent }, chance) =>
  times(38, (index) => {
    const x = between(chance, 520, 1280)
    const fill = index % 4 === 0 ? accent : (shades[1 + (index % 4)] ?? accent)
    return at(
      x,
      between(chance, 10, 710),
      shape(maple, fill, 'opacity=".88"'),
      between(chance, 0, 360),
      Math.round(between(chance, 0.35, 1.15) * 100) / 100,
    )
  })

export const snow: Motif = ({ shades, light }, chance) =>
  ridge(470, 40, 1, shades[1]) +
  ridge(560, 22, 4, shades[0]) +
  times(7, (index) =>
    at(
      720 + index * 84,
      560 + ((index * 29) % 50),
      shape('M0 -170L60 -70H30L80 0H-80L-30 -70H-60Z', shades[3]) +
        shape('M0 -170L32 -116L0 -126L-32 -116Z M-46 -46L0 -64L46 -46L20 -56L-20 -56Z', light) +
        rect(-8, 0, 16, 26, shades[4]),
    ),
  ) +
  ridge(650, 12, 2.2, light) +
  times(90, () =>
    circle(between(chance, 0, 1280), between(chance, 0, 640), between(chance, 1.5, 5.5), light, 'opacity=".9"'),
  )

export const rain: Motif = ({ shades, accent, light }, chance) =>
  times(70, () => {
    const [x, y] = [between(chance, 0, 1280), between(chance, -20, 640)]
    return stroke(`M${Math.round(x)} ${Math.round(y)}l-12 40`, shades[1], 3, 'opacity=".6"')
  }) +
  ridge(640, 10, 1, shades[2]) +
  at(
    920,
    400,
    shape('M-210 0Q-190 -190 0 -200Q190 -190 210 0Q160 -34 105 0Q52 -34 0 0Q-52 -34 -105 0Q-160 -34 -210 0Z', accent) +
      shape('M-105 0Q-96 -150 0 -200Q96 -150 105 0Q52 -34 0 0Q-52 -34 -105 0Z', light, 'opacity=".35"') +
      stroke('M0 -210V190Q0 232 36 232Q66 232 66 200', shades[4], 12),
  ) +
  times(6, (index) =>
    ellipse(
      640 + index * 110,
      670 + ((index * 13) % 30),
      50,
      8,
      'none',
      `stroke="${light}" stroke-width="3" opacity=".7"`,
    ),
  )

export const wheat: Motif = ({ shades, accent, light }, chance) =>
  circle(1150, 110, 56, light) +
  times(17, (index) => {
    const x = 600 + index * 42
    const top = between(chance, 200, 360)
    const lean = between(chance, -30, 30)
    const fill = shades[1 + (index % 4)] ?? accent
    const ear = times(8, (grain) => {
      const y = top + grain * 19
      return (
        ellipse(x + lean - 11, y, 7, 14, fill, `transform="rotate(24 ${Math.round(x + lean - 11)} ${Math.round(y)})"`) +
        ellipse(x + lean + 11, y, 7, 14, fill, `transform="rotate(-24 ${Math.round(x + lean + 11)} ${Math.round(y)})"`)
      )
    })
    return stroke(`M${x} 740Q${x} 540 ${Math.round(x + lean)} ${Math.round(top)}`, fill, 5) + ear
  })

const lantern = (size: number, body: string, gold: string) =>
  stroke(`M0 ${-size * 3}V${-size}`, gold, 3) +
  ellipse(0, 0, size, size * 0.8, body) +
  ellipse(0, 0, size * 0.55, size * 0.8, 'none', `stroke="${gold}" stroke-width="3" opacity=".8"`) +
  rect(-size * 0.42, -size * 0.92, size * 0.84, size * 0.18, gold, 'rx="4"') +
  rect(-size * 0.42, size * 0.74, size * 0.84, size * 0.18, gold, 'rx="4"') +
  times(5, (index) => stroke(`M${(index - 2) * size * 0.14} ${size * 0.92}v${size * 0.8}`, gold, 3))

export const lanterns: Motif = ({ shades, accent, light }) =>
  glow(1000, 260, 420, shades[0], 0.55) +
  times(4, (index) =>
    at(
      740 + index * 152,
      [250, 380, 210, 420][index] ?? 300,
      lantern([86, 64, 104, 58][index] ?? 80, shades[index % 2 === 0 ? 2 : 1], accent),
    ),
  ) +
  times(20, (index) => circle((index * 157) % 1280, 620 + ((index * 31) % 90), 4, light, 'opacity=".6"'))

export const fullMoon: Motif = ({ shades, accent, light }) =>
  glow(930, 290, 420, light, 0.7) +
  circle(930, 290, 170, light) +
  circle(880, 250, 30, accent, 'opacity=".25"') +
  circle(980, 340, 46, accent, 'opacity=".2"') +
  shades
    .slice(1)
    .map((fill, index) => ridge(560 + index * 46, 26, index * 2.1 + 1, fill))
    .join('') +
  stroke('M1290 90Q1150 120 1060 220M1180 130Q1130 210 1150 300', shades[4], 10) +
  times(12, (index) => circle(1070 + ((index * 53) % 190), 130 + ((index * 71) % 190), 8, accent))

export const dragonBoat: Motif = ({ shades, accent, light }) =>
  circle(1040, 160, 60, accent) +
  ridge(470, 18, 2, shades[0]) +
  at(
    880,
    520,
    shape(
      'M-330 -30Q-250 60 0 60T330 -60Q376 -120 340 -150Q390 -160 400 -110Q398 -30 290 40Q180 100 -20 100T-360 20Z',
      shades[4],
    ) +
      times(7, (index) =>
        at(
          -210 + index * 66,
          -18,
          circle(0, -42, 18, light) +
            shape('M-22 40Q-20 -22 0 -24Q20 -22 22 40Z', accent) +
            stroke('M14 0L-30 108', shades[3], 7),
        ),
      ) +
      circle(362, -128, 7, light),
  ) +
  times(3, (row) =>
    times(15, (index) =>
      shape(`M${index * 92 - row * 30} ${640 + row * 34}q23 -26 46 0t46 0v90h-92Z`, shades[1 + row] ?? accent),
    ),
  )

export const fireworks: Motif = ({ shades, accent, light }, chance) =>
  times(6, (burst) => {
    const [x, y, size] = [between(chance, 620, 1200), between(chance, 90, 430), between(chance, 70, 170)]
    const color = [accent, light, shades[0]][burst % 3] ?? accent
    return (
      glow(x, y, size * 1.2, color, 0.3) +
      times(18, (ray) => {
        const turn = (ray * Math.PI) / 9
        const [dx, dy] = [Math.cos(turn), Math.sin(turn)]
        return (
          stroke(
            `M${Math.round(x + dx * size * 0.25)} ${Math.round(y + dy * size * 0.25)}L${Math.round(x + dx * size)} ${Math.round(y + dy * size)}`,
            color,
            4,
            'opacity=".85"',
          ) + circle(x + dx * size * 1.12, y + dy * size * 1.12, 4, color)
        )
      })
    )
  }) + times(17, (index) => rect(index * 80 - 20, 610 - ((index * 67) % 90), 74, 200, shades[4]))

export const paperCut: Motif = ({ shades, accent, light }) =>
  at(
    920,
    360,
    times(
      12,
      (index) =>
        group(
          shape('M0 -300Q60 -220 0 -130Q-60 -220 0 -300Z', accent) + circle(0, -214, 15, shades[3]),
          `transform="rotate(${index * 30})"`,
        ) +
        group(
          shape('M0 -176Q46 -112 0 -50Q-46 -112 0 -176Z', light, 'opacity=".9"'),
          `transform="rotate(${index * 30 + 15})"`,
        ),
    ) +
      circle(0, 0, 60, accent) +
      circle(0, 0, 34, shades[3]) +
      circle(0, 0, 316, 'none', `stroke="${accent}" stroke-width="7" stroke-dasharray="3 22" stroke-linecap="round"`),
  )

export const bunting: Motif = ({ shades, accent, light }, chance) =>
  times(2, (row) => {
    const sag = 70 + row * 90
    const flags = times(15, (index) => {
      const t = (index + 0.5) / 15
      const y = 30 + row * 30 + sag * 4 * t * (1 - t)
      return at(
        t * 1280,
        y,
        shape('M-32 0H32L0 66Z', [accent, shades[1], shades[3], light][(index + row) % 4] ?? accent),
      )
    })
    return stroke(`M0 ${30 + row * 30}Q640 ${30 + row * 30 + sag * 2} 1280 ${30 + row * 30}`, shades[4], 4) + flags
  }) +
  times(60, () =>
    rect(
      between(chance, 0, 1280),
      between(chance, 300, 710),
      12,
      7,
      [accent, ...shades][Math.floor(chance() * 6)] ?? accent,
      `rx="2" opacity=".8" transform="rotate(${Math.round(between(chance, -30, 30))} 640 500)"`,
    ),
  )
