/**
 * The sixty pictures of the platform, six in each of ten categories. They are drawn by code, so they are free of anybody's
 * rights, sharp at every size, and the same at every start. Where a drawing is plain, a title has room (decision 150).
 */
import { chanceOf, type Motif, type Palette, sheet } from './draw.ts'
import { cinnabar, dusk, jade, lemon, mist, night, plum, sand, sea, slate } from './palettes.ts'
import * as people from './people.ts'
import * as plain from './plain.ts'
import * as scenes from './scenes.ts'

export { drawingHeight, drawingWidth } from './draw.ts'

interface Blank {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Drawing {
  readonly id: string
  readonly name: { readonly cn: string; readonly en: string }
  readonly categoryId: string
  readonly titleLengthMax: number
  readonly blank: Blank
  readonly ink: string
  /** The SVG, drawn when it is asked for. */
  readonly draw: () => string
}

/** Where a drawing is plain, and how long a title it carries there: in two or three lines of a size that reads on a phone. */
const side: Blank = { x: 6, y: 24, width: 42, height: 52 }
const wide: Blank = { x: 6, y: 12, width: 60, height: 42 }
const above: Blank = { x: 6, y: 9, width: 80, height: 32 }
const small: Blank = { x: 6, y: 14, width: 34, height: 36 }
const nothing: Blank = { x: 6, y: 64, width: 88, height: 28 }

/** A line holds one character for about 5 per cent of the width; lines stand 13 per cent apart. */
const roomOf = (blank: Blank): number =>
  blank === nothing ? 0 : Math.floor(blank.width / 5) * Math.floor(blank.height / 13)

type Row = readonly [cn: string, en: string, motif: Motif, palette: Palette, blank: Blank]

const table: readonly (readonly [cn: string, en: string, rows: readonly Row[]])[] = [
  [
    ...(['抽象', 'Abstract'] as const),
    [
      ['层浪', 'Layered waves', plain.waves, mist, wide],
      ['圆影', 'Circles', plain.discs, plum, side],
      ['拼砖', 'Tiles', plain.tiles, sand, side],
      ['飘带', 'Ribbons', plain.ribbons, jade, side],
      ['涟漪', 'Ripples', plain.rings, sea, side],
      ['光幕', 'Veils of light', plain.veils, slate, nothing],
    ],
  ],
  [
    ...(['自然', 'Nature'] as const),
    [
      ['远山', 'Distant hills', plain.mountains, mist, wide],
      ['竹林', 'Bamboo', plain.bamboo, jade, side],
      ['归帆', 'Sails at sunset', plain.shore, sea, above],
      ['松谷', 'Valley of pines', plain.pines, jade, above],
      ['沙洲', 'Dunes', plain.dunes, sand, wide],
      ['荷塘', 'Lotus pond', plain.lotus, sea, side],
    ],
  ],
  [
    ...(['科技', 'Technology'] as const),
    [
      ['网络', 'Network', plain.network, night, side],
      ['电路', 'Circuit', plain.circuit, night, side],
      ['方块', 'Blocks', plain.cubes, slate, side],
      ['数据之海', 'Sea of data', plain.dotWave, night, above],
      ['轨道', 'Orbits', plain.orbits, dusk, side],
      ['蜂巢', 'Hexagons', plain.hexes, sea, side],
    ],
  ],
  [
    ...(['学习', 'Study'] as const),
    [
      ['书与苹果', 'Books and an apple', scenes.books, sand, side],
      ['夜读', 'Reading lamp', scenes.lamp, dusk, small],
      ['书架', 'Bookshelf', scenes.shelf, mist, side],
      ['开卷', 'Open book', scenes.openBook, lemon, small],
      ['花窗', 'Lattice window', scenes.lattice, sand, side],
      ['彩铅', 'Pencils', scenes.pencils, plum, side],
    ],
  ],
  [
    ...(['四季', 'Seasons'] as const),
    [
      ['春·花枝', 'Spring blossoms', scenes.blossoms, plum, side],
      ['夏·田野', 'Summer fields', scenes.fields, jade, wide],
      ['秋·枫叶', 'Autumn leaves', scenes.leaves, lemon, small],
      ['冬·雪原', 'Winter snow', scenes.snow, mist, side],
      ['谷雨', 'Spring rain', scenes.rain, sea, side],
      ['麦熟', 'Ripe wheat', scenes.wheat, lemon, side],
    ],
  ],
  [
    ...(['节日', 'Festivals'] as const),
    [
      ['灯笼', 'Lanterns', scenes.lanterns, cinnabar, side],
      ['月圆', 'Full moon', scenes.fullMoon, dusk, side],
      ['龙舟', 'Dragon boat', scenes.dragonBoat, jade, above],
      ['焰火', 'Fireworks', scenes.fireworks, night, side],
      ['剪纸', 'Paper cut', scenes.paperCut, cinnabar, side],
      ['彩旗', 'Bunting', scenes.bunting, lemon, nothing],
    ],
  ],
  [
    ...(['商务', 'Business'] as const),
    [
      ['增长', 'Growth', people.bars, slate, side],
      ['趋势', 'Trend', people.curves, sea, side],
      ['楼群', 'Towers', people.towers, slate, small],
      ['登高', 'Climbing', people.stairs, jade, side],
      ['齿轮', 'Gears', people.gears, sand, side],
      ['目标', 'Target', people.target, plum, side],
    ],
  ],
  [
    ...(['团队', 'Teams'] as const),
    [
      ['伙伴', 'Colleagues', people.people, sea, side],
      ['气球', 'Balloons', people.balloons, plum, side],
      ['纸飞机', 'Paper planes', people.paperPlanes, mist, side],
      ['圆桌', 'Round table', people.roundTable, sand, side],
      ['拼图', 'Puzzle', people.puzzle, jade, side],
      ['风筝', 'Kites', people.kites, lemon, side],
    ],
  ],
  [
    ...(['城市', 'Cities'] as const),
    [
      ['夜城', 'City at night', people.nightCity, night, above],
      ['长桥', 'Bridge', people.bridge, sea, small],
      ['列车', 'Train', people.train, mist, above],
      ['窗口', 'Windows', people.windows, dusk, side],
      ['远路', 'Open road', people.roads, slate, nothing],
      ['港口', 'Harbor', people.harbor, slate, side],
    ],
  ],
  [
    ...(['安全健康', 'Safety and health'] as const),
    [
      ['盾牌', 'Shield', people.shieldMark, slate, side],
      ['心跳', 'Heartbeat', people.heartbeat, plum, side],
      ['伞下', 'Umbrella', people.umbrella, sea, side],
      ['安全帽', 'Helmet', people.helmet, lemon, side],
      ['新芽', 'Sprout', people.sprout, jade, side],
      ['消防', 'Fire safety', people.fireDrop, sand, side],
    ],
  ],
]

/** Fixed ids: what names a picture today names it in every later version. */
const idOf = (kind: 1 | 2, number: number): string =>
  `019a0000-0000-7000-8000-${kind}${String(number).padStart(11, '0')}`

export const platformCategories = table.map(([cn, en], index) => ({ id: idOf(1, index + 1), name: { cn, en } }))

export const drawings: readonly Drawing[] = table.flatMap(([, , rows], category) =>
  rows.map(([cn, en, motif, palette, blank], index): Drawing => {
    const number = (category + 1) * 100 + index + 1
    return {
      id: idOf(2, number),
      name: { cn, en },
      categoryId: idOf(1, category + 1),
      titleLengthMax: roomOf(blank),
      blank,
      ink: palette.ink,
      draw: () => sheet(palette, motif(palette, chanceOf(number))),
    }
  }),
)
