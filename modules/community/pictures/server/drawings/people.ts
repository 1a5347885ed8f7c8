/** Business, teams, cities and safety. */
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

export const bars: Motif = ({ shades, accent, light }) =>
  times(5, (index) => stroke(`M620 ${160 + index * 110}H1240`, shades[0], 3)) +
  times(8, (index) => {
    const height = 90 + index * 46 + ((index * 53) % 60)
    return rect(
      650 + index * 72,
      600 - height,
      46,
      height,
      index === 7 ? accent : (shades[1 + (index % 4)] ?? accent),
      'rx="8"',
    )
  }) +
  stroke(line([640, 500], [760, 440], [880, 460], [1010, 300], [1190, 150]), shades[4], 7) +
  circle(1190, 150, 15, light, `stroke="${shades[4]}" stroke-width="7"`)

export const curves: Motif = ({ shades, accent, light }) =>
  rect(600, 90, 620, 540, light, 'rx="28" opacity=".8"') +
  shape('M640 560Q760 520 840 420T1040 330T1180 180V590H640Z', shades[1], 'opacity=".65"') +
  stroke('M640 560Q760 520 840 420T1040 330T1180 180', shades[4], 8) +
  stroke('M640 500Q780 530 880 480T1180 380', accent, 6, 'stroke-dasharray="3 16"') +
  times(4, (index) =>
    circle(
      [760, 880, 1040, 1180][index] ?? 760,
      [506, 388, 330, 180][index] ?? 0,
      13,
      accent,
      `stroke="${light}" stroke-width="5"`,
    ),
  )

export const towers: Motif = ({ shades, accent, light }, chance) =>
  circle(1080, 150, 64, accent, 'opacity=".9"') +
  times(3, (row) =>
    times(13, (index) => {
      const height = between(chance, 120, 300) + (2 - row) * 110
      const x = 420 + index * 74 + row * 22
      const fill = shades[1 + row] ?? accent
      const windows =
        row === 2 ? times(5, (floor) => rect(x + 12, 736 - height + floor * 34, 34, 11, light, 'opacity=".5"')) : ''
      return rect(x, 720 - height, 58, height, fill) + windows
    }),
  )

export const stairs: Motif = ({ shades, accent, light }) =>
  times(7, (index) =>
    rect(520 + index * 108, 640 - index * 72, 780, 720, shades[index % 5] ?? accent, 'opacity=".85"'),
  ) +
  stroke('M1200 206V60', shades[4], 8) +
  shape('M1204 62Q1160 96 1100 66V130Q1160 160 1204 126Z', accent) +
  at(872, 352, circle(0, -70, 22, light) + shape('M-26 54Q-30 -38 0 -42Q30 -38 26 54Z', accent))

const gear = (radius: number, teeth: number, fill: string, hole: string) =>
  times(teeth, (index) =>
    group(
      rect(-radius * 0.16, -radius * 1.22, radius * 0.32, radius * 0.5, fill, 'rx="5"'),
      `transform="rotate(${(index * 360) / teeth})"`,
    ),
  ) +
  circle(0, 0, radius, fill) +
  circle(0, 0, radius * 0.45, hole)

export const gears: Motif = ({ shades, accent, light }) =>
  at(850, 440, gear(170, 12, shades[2], light)) +
  at(1090, 250, gear(116, 10, accent, light), 12) +
  at(1130, 520, gear(84, 9, shades[4], light), 8) +
  at(700, 210, gear(64, 8, shades[1], light))

export const target: Motif = ({ shades, accent, light }) =>
  times(5, (index) =>
    circle(920, 380, 270 - index * 54, index % 2 === 0 ? (shades[1 + Math.floor(index / 2)] ?? accent) : light),
  ) +
  circle(920, 380, 26, accent) +
  stroke('M920 380L1200 120', shades[4], 12) +
  shape('M1176 96L1230 52L1238 106L1276 128L1216 156Z', accent)

const person = (coat: string, skin: string) =>
  shape('M-78 190Q-80 30 0 24Q80 30 78 190Z', coat) + circle(0, -26, 46, skin)

export const people: Motif = ({ shades, accent, light }) =>
  circle(920, 380, 300, light, 'opacity=".5"') +
  times(3, (index) => at(760 + index * 160, 420, person(shades[1 + index] ?? accent, '#f0cfae'), 0, 1)) +
  times(4, (index) =>
    at(
      680 + index * 160,
      560,
      person(
        index === 1 ? accent : (shades[4 - index] ?? accent),
        ['#f4d9bd', '#e8bd95', '#f0cfae', '#dba97e'][index] ?? light,
      ),
      0,
      1.15,
    ),
  )

export const balloons: Motif = ({ shades, accent, light }, chance) =>
  times(10, (index) => {
    const [x, y, size] = [680 + index * 58, between(chance, 120, 430), between(chance, 42, 76)]
    const fill = index % 3 === 0 ? accent : (shades[index % 5] ?? accent)
    return (
      stroke(`M${x} ${Math.round(y + size)}Q${x - 30} ${Math.round(y + 240)} 960 740`, shades[3], 2) +
      ellipse(x, y, size * 0.84, size, fill, 'opacity=".92"') +
      ellipse(x - size * 0.28, y - size * 0.38, size * 0.16, size * 0.25, light, 'opacity=".6"')
    )
  })

export const paperPlanes: Motif = ({ shades, accent, light }) =>
  times(4, (index) => {
    const [x, y, scale] = [
      [1080, 170, 1.5],
      [860, 300, 1.05],
      [980, 450, 0.8],
      [720, 470, 0.6],
    ][index] as [number, number, number]
    const fill = index === 0 ? accent : light
    return (
      stroke(
        `M${x - 420} ${y + 190}Q${x - 220} ${y + 150} ${x - 60} ${y + 30}`,
        shades[2],
        3,
        'stroke-dasharray="2 14"',
      ) +
      at(
        x,
        y,
        shape('M-80 20L100 -60L10 70L-8 30Z', fill) + shape('M-8 30L100 -60L-26 24L-22 66Z', shades[2]),
        0,
        scale,
      )
    )
  }) + times(4, (index) => ellipse(600 + index * 210, 640 + ((index * 37) % 50), 150, 34, light, 'opacity=".7"'))

export const roundTable: Motif = ({ shades, accent, light }) =>
  at(
    920,
    370,
    times(8, (index) =>
      group(
        at(
          0,
          -262,
          shape('M-46 22Q-44 -40 0 -42Q44 -40 46 22Z', shades[1 + (index % 4)] ?? accent) + circle(0, 4, 27, '#efcdaa'),
        ),
        `transform="rotate(${index * 45})"`,
      ),
    ) +
      circle(0, 0, 204, shades[3]) +
      circle(0, 0, 186, light) +
      times(8, (index) =>
        group(
          rect(-28, -162, 56, 40, index % 3 === 0 ? accent : shades[0], 'rx="5"'),
          `transform="rotate(${index * 45})"`,
        ),
      ) +
      circle(0, 0, 44, accent, 'opacity=".8"'),
  )

const piece = (size: number) => {
  const [h, k] = [size / 2, size * 0.16]
  return `M${-h} ${-h}H${-k}a${k} ${k} 0 1 1 ${2 * k} 0H${h}V${-k}a${k} ${k} 0 1 1 0 ${2 * k}V${h}H${-h}Z`
}

export const puzzle: Motif = ({ shades, accent, light }) =>
  times(12, (index) => {
    const fill = index === 5 ? accent : (shades[(index * 3) % 4] ?? accent)
    const lifted = index === 5 ? -26 : 0
    return at(
      700 + (index % 4) * 152,
      200 + Math.floor(index / 4) * 152 + lifted,
      shape(piece(148), fill, `stroke="${light}" stroke-width="4"`),
      index === 5 ? 9 : 0,
    )
  })

export const kites: Motif = ({ shades, accent, light }) =>
  ellipse(900, 130, 190, 40, light, 'opacity=".7"') +
  times(4, (index) => {
    const [x, y, size] = [
      [1080, 160, 1.25],
      [860, 290, 0.95],
      [1010, 420, 0.7],
      [720, 180, 0.62],
    ][index] as [number, number, number]
    const fill = index % 2 === 0 ? accent : shades[2]
    return (
      stroke(`M${x} ${y + 90}Q${x - 60} ${y + 260} 640 740`, shades[3], 2.5) +
      at(
        x,
        y,
        shape('M0 -110L74 0L0 120L-74 0Z', fill) +
          shape('M0 -110L74 0H0Z M0 120L-74 0H0Z', light, 'opacity=".4"') +
          times(3, (tail) => shape(`M-14 ${140 + tail * 34}l28 -10v20Z`, shades[1 + tail] ?? accent)),
        14,
        size,
      )
    )
  }) +
  ridge(660, 14, 2, shades[1]) +
  ridge(700, 8, 5, shades[3])

export const nightCity: Motif = ({ shades, accent, light }, chance) =>
  times(50, () =>
    circle(between(chance, 0, 1280), between(chance, 0, 330), between(chance, 1, 2.6), light, 'opacity=".8"'),
  ) +
  glow(960, 640, 520, accent, 0.35) +
  times(17, (index) => {
    const height = between(chance, 150, 440)
    const x = index * 78 - 10
    return (
      rect(x, 720 - height, 70, height, shades[3 + (index % 2)] ?? shades[4]) +
      times(9, (floor) =>
        times(3, (column) =>
          chance() > 0.45 || floor * 34 > height - 30
            ? ''
            : rect(
                x + 10 + column * 19,
                736 - height + floor * 34,
                11,
                16,
                chance() > 0.5 ? accent : light,
                'opacity=".85"',
              ),
        ),
      )
    )
  })

export const bridge: Motif = ({ shades, accent, light }) =>
  circle(1190, 110, 52, accent, 'opacity=".9"') +
  ridge(500, 26, 1.4, shades[0]) +
  rect(0, 560, 1280, 160, shades[2]) +
  times(12, (index) => rect((index * 211) % 1240, 590 + ((index * 29) % 110), 90, 4, light, 'rx="2" opacity=".6"')) +
  times(2, (index) => {
    const x = 660 + index * 400
    return (
      rect(x - 14, 130, 28, 470, shades[4]) +
      times(9, (cable) => stroke(`M${x} 150L${x - 200 + cable * 50} 520`, shades[3], 2.5))
    )
  }) +
  rect(380, 516, 900, 20, shades[4])

export const train: Motif = ({ shades, accent, light }) =>
  ridge(440, 44, 0.6, shades[0]) +
  ridge(510, 26, 3, shades[1]) +
  rect(0, 592, 1280, 14, shades[4]) +
  times(13, (index) => rect(30 + index * 100, 606, 22, 120, shades[3])) +
  shape('M470 590Q500 470 680 456H1290V590Z', light) +
  shape('M470 590Q478 556 500 530H1290V566H484Z', accent) +
  times(7, (index) => rect(720 + index * 84, 474, 58, 36, shades[4], 'rx="8"')) +
  shape('M560 500Q600 470 668 470V512H548Z', shades[4])

export const windows: Motif = ({ shades, accent, light }, chance) =>
  times(24, (index) => {
    const [x, y] = [640 + (index % 4) * 160, Math.floor(index / 4) * 124 + 12]
    const lit = chance() > 0.6
    return (
      rect(x, y, 140, 104, lit ? accent : (shades[1 + (index % 3)] ?? accent), 'rx="6" opacity=".85"') +
      rect(x + 66, y, 8, 104, light, 'opacity=".6"') +
      (lit
        ? at(x + 34, y + 104, shape('M-16 0Q-16 -40 0 -42Q16 -40 16 0Z', shades[4]) + circle(0, -52, 12, shades[4]))
        : '')
    )
  })

export const roads: Motif = ({ shades, accent, light }) =>
  circle(640, 230, 70, accent) +
  ridge(330, 34, 2, shades[1]) +
  rect(0, 350, 1280, 370, shades[2]) +
  shape('M616 350H664L1180 720H240Z', shades[4]) +
  times(5, (index) =>
    shape(
      `M${638 - index * 1.4} ${372 + index * index * 18}h${4 + index * 4}l${2 + index} ${22 + index * 12}h${-8 - index * 5}Z`,
      light,
    ),
  ) +
  times(5, (index) =>
    at(
      230 - index * 30 + index * 74,
      430 + index * 6 - index * 12,
      rect(-5, 0, 10, 40, shades[4]) + circle(0, -20, 38 - index * 5, shades[3]),
    ),
  ) +
  times(5, (index) =>
    at(1070 - index * 62, 440 - index * 8, rect(-5, 0, 10, 40, shades[4]) + circle(0, -20, 38 - index * 5, shades[3])),
  )

export const harbor: Motif = ({ shades, accent, light }) =>
  circle(1200, 120, 52, accent) +
  rect(0, 520, 1280, 200, shades[2]) +
  shape('M560 520L620 610H1180L1240 500H1130V440H700V520Z', shades[4]) +
  times(10, (index) =>
    rect(
      720 + (index % 5) * 80,
      378 + Math.floor(index / 5) * 62 - 60,
      74,
      56,
      [accent, shades[1], light, shades[3]][index % 4] ?? accent,
    ),
  ) +
  rect(1060, 250, 90, 190, light) +
  rect(1080, 270, 50, 26, shades[3]) +
  times(3, (row) => stroke(`M0 ${640 + row * 30}${times(16, () => 'q20 -18 40 0t40 0')}`, light, 4, 'opacity=".6"'))

export const shieldMark: Motif = ({ shades, accent, light }) =>
  glow(920, 360, 400, light, 0.8) +
  shape('M920 90Q1030 160 1150 166Q1160 470 920 630Q680 470 690 166Q810 160 920 90Z', shades[3]) +
  shape('M920 130Q1020 190 1114 198Q1116 446 920 586Z', shades[2]) +
  stroke('M820 350L900 430L1040 270', light, 34) +
  times(8, (index) => circle(640 + ((index * 83) % 600), 80 + ((index * 151) % 560), 8, accent, 'opacity=".8"'))

export const heartbeat: Motif = ({ shades, accent, light }) =>
  shape(
    'M930 610C700 450 620 330 690 220C750 130 880 140 930 250C980 140 1110 130 1170 220C1240 330 1160 450 930 610Z',
    accent,
  ) +
  shape('M930 610C700 450 620 330 690 220C750 130 880 140 930 250Z', light, 'opacity=".18"') +
  stroke('M560 380H800L840 290L900 480L950 330L985 400H1270', light, 13) +
  circle(560, 380, 12, shades[3])

export const umbrella: Motif = ({ shades, accent, light }) =>
  times(5, (index) => ellipse(640 + index * 150, 120 + ((index * 43) % 70), 130, 32, light, 'opacity=".75"')) +
  at(
    920,
    380,
    shape(
      'M-300 0Q-280 -236 0 -250Q280 -236 300 0Q226 -46 150 0Q74 -46 0 0Q-74 -46 -150 0Q-226 -46 -300 0Z',
      shades[3],
    ) +
      shape('M-150 0Q-140 -200 0 -250Q140 -200 150 0Q74 -46 0 0Q-74 -46 -150 0Z', accent) +
      rect(-6, -270, 12, 470, shades[4], 'rx="6"'),
  ) +
  times(3, (index) =>
    at(
      800 + index * 120,
      600,
      circle(0, -62, 30, '#f0cfae') + shape('M-44 90Q-44 -26 0 -30Q44 -26 44 90Z', shades[1 + index] ?? accent),
    ),
  )

export const helmet: Motif = ({ shades, accent, light }) =>
  rect(0, 590, 1280, 130, shades[3]) +
  at(
    920,
    470,
    shape('M-230 90Q-230 -170 0 -180Q230 -170 230 90Z', accent) +
      rect(-44, -200, 88, 290, light, 'rx="26" opacity=".85"') +
      shape('M-290 120Q-290 80 -230 80H230Q290 80 290 120Z', shades[4]) +
      stroke('M-150 60Q-150 -70 -90 -120M150 60Q150 -70 90 -120', light, 9, 'opacity=".6"'),
  ) +
  times(8, (index) => shape(`M${index * 170 - 40} 640l60 -30h60l-60 80h-60Z`, light, 'opacity=".5"'))

export const sprout: Motif = ({ shades, accent, light }) =>
  glow(920, 300, 380, light, 0.95) +
  circle(1120, 140, 54, accent) +
  stroke('M920 610Q916 470 922 350', shades[3], 15) +
  shape('M920 440Q800 440 730 300Q880 290 920 440Z', shades[2]) +
  shape('M922 370Q960 220 1120 220Q1110 370 922 370Z', shades[3]) +
  shape('M700 610Q920 540 1140 610V720H700Z', shades[4]) +
  ridge(668, 8, 2, shades[4])

export const fireDrop: Motif = ({ shades, accent, light }) =>
  shape(
    'M790 620C640 600 620 430 720 320C730 390 770 400 780 360C770 270 820 180 880 140C870 260 1000 320 990 470C985 570 900 630 790 620Z',
    accent,
  ) +
  shape('M800 600C720 580 720 480 780 420C800 470 840 460 850 410C900 460 920 580 800 600Z', light, 'opacity=".8"') +
  shape('M1110 640Q1010 560 1110 380Q1210 560 1110 640Z', shades[3]) +
  stroke('M1080 560Q1086 600 1114 608', light, 9) +
  rect(0, 650, 1280, 70, shades[4])
