/** `node demo/recipe/avatars.ts`: draws the 24 default avatars, six a type (0 person, 1 organization, 2 group, 3 AI). */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

type Palette = { ground: string; dark: string; light: string; accent: string }

const palettes: readonly Palette[] = [
  { ground: '#dcebe6', dark: '#235347', light: '#ffffff', accent: '#d99a4e' },
  { ground: '#f3e2d5', dark: '#6b3420', light: '#ffffff', accent: '#2f7f86' },
  { ground: '#dbe5f6', dark: '#24427f', light: '#ffffff', accent: '#e3944a' },
  { ground: '#f5dfe6', dark: '#74304f', light: '#ffffff', accent: '#5c9a8b' },
  { ground: '#e5e1f3', dark: '#453a78', light: '#ffffff', accent: '#e08a6a' },
  { ground: '#f4ead0', dark: '#5f4a17', light: '#ffffff', accent: '#b6452f' },
]

const skins = ['#f4cfb0', '#eec19b', '#f7d8bd', '#f4cfb0', '#eec19b', '#f7d8bd']
const hairColors = ['#26262c', '#4b2e20', '#2b2b33', '#3a2420', '#2c2a3a', '#3c2f1a']
const hairs: readonly ((dark: string) => string)[] = [
  (dark) =>
    `<path d="M62 92 C56 46 84 34 104 36 C134 36 146 60 138 94 C134 76 122 68 112 66 C96 74 72 70 62 92Z" fill="${dark}"/>`,
  (dark) =>
    `<path d="M56 134 C46 60 70 34 100 34 C130 34 154 60 144 134 C136 140 130 138 128 130 L130 90 C116 84 108 76 104 66 C96 78 82 86 70 90 L72 130 C70 138 62 140 56 134Z" fill="${dark}"/>`,
  (dark) =>
    `<path d="M62 96 C52 50 78 34 100 34 C126 34 148 52 138 96 C136 84 132 76 126 70 C106 76 84 74 72 66 C66 76 64 86 62 96Z" fill="${dark}"/>`,
  (dark) =>
    `<circle cx="100" cy="30" r="16" fill="${dark}"/><path d="M62 94 C56 52 76 38 100 38 C124 38 144 52 138 94 C132 74 120 64 100 64 C80 64 68 74 62 94Z" fill="${dark}"/>`,
  (dark) =>
    `<path d="M64 84 C60 52 78 38 102 38 C124 38 142 54 136 84 C130 72 126 66 122 64 L80 64 C72 66 68 74 64 84Z" fill="${dark}"/>`,
  (dark) =>
    `<path d="M58 112 C48 56 74 32 102 34 C132 36 152 60 142 112 C138 118 130 114 130 106 C130 88 124 74 112 66 C98 78 80 76 72 84 C70 92 70 100 70 108 C68 116 60 118 58 112Z" fill="${dark}"/>`,
]

/** Short hair shows the neck and ears the same way; long hair lies behind the shoulders. */
function person(index: number, { ground, dark, light, accent }: Palette): string {
  const skin = skins[index]
  const glasses =
    index === 4
      ? `<g fill="none" stroke="${dark}" stroke-width="3"><circle cx="86" cy="94" r="11"/><circle cx="114" cy="94" r="11"/><path d="M97 94h6"/></g>`
      : ''
  return `<rect width="200" height="200" fill="${ground}"/><circle cx="150" cy="56" r="60" fill="${light}" opacity=".35"/>
    <path d="M30 200 C32 158 62 146 100 146 C138 146 168 158 170 200Z" fill="${index % 2 ? accent : dark}"/>
    <path d="M84 120 h32 v26 q-16 20 -32 0Z" fill="${skin}"/><path d="M84 132 q16 12 32 0 v8 q-16 12 -32 0Z" fill="#000" opacity=".08"/>
    <path d="M78 146 L100 172 L122 146 L130 149 L104 186 H96 L70 149Z" fill="${light}" opacity=".92"/>
    <ellipse cx="100" cy="92" rx="36" ry="41" fill="${skin}"/>
    <circle cx="86" cy="95" r="3.6" fill="#2b2420"/><circle cx="114" cy="95" r="3.6" fill="#2b2420"/>
    <path d="M90 113 q10 9 20 0" fill="none" stroke="#9a5a45" stroke-width="3" stroke-linecap="round"/>${glasses}${hairs[index]?.(hairColors[index] ?? dark) ?? ''}`
}

const organizations: readonly ((p: Palette) => string)[] = [
  (p) =>
    `<path d="M48 160 V70 H108 V160Z" fill="${p.dark}"/><path d="M108 160 V100 H152 V160Z" fill="${p.accent}"/>${[
      84, 106, 128,
    ]
      .map((y) => `<path d="M62 ${y}h12M82 ${y}h12" stroke="${p.light}" stroke-width="8"/>`)
      .join('')}<path d="M120 116h20M120 134h20" stroke="${p.light}" stroke-width="6"/>`,
  (p) =>
    `<path d="M30 84 Q66 80 100 48 Q134 80 170 84 L160 98 H40Z" fill="${p.dark}"/><path d="M52 98h12v52H52zM94 98h12v52H94zM136 98h12v52h-12z" fill="${p.accent}"/><path d="M40 150h120v12H40z" fill="${p.dark}"/>`,
  (p) =>
    `<path d="M44 160 V96 L76 116 V96 L108 116 V96 L140 116 L144 54 H158 V160Z" fill="${p.dark}"/><path d="M60 132h14v14H60zM90 132h14v14H90zM120 132h14v14h-14z" fill="${p.light}"/><circle cx="151" cy="42" r="8" fill="${p.accent}"/>`,
  (p) =>
    `<path d="M84 160 V52 Q100 32 116 52 V160Z" fill="${p.dark}"/><path d="M46 160 V96 H84 V160Z" fill="${p.accent}"/><path d="M116 160 V82 H154 V160Z" fill="${p.accent}" opacity=".7"/><path d="M100 62v84" stroke="${p.light}" stroke-width="6" stroke-dasharray="10 8"/>`,
  (p) =>
    `<rect x="82" y="44" width="36" height="30" rx="6" fill="${p.dark}"/><path d="M100 74v24M58 118V98h84v20" fill="none" stroke="${p.dark}" stroke-width="6"/><rect x="40" y="118" width="36" height="30" rx="6" fill="${p.accent}"/><rect x="124" y="118" width="36" height="30" rx="6" fill="${p.accent}"/><rect x="82" y="118" width="36" height="30" rx="6" fill="${p.accent}"/><path d="M100 98v20" stroke="${p.dark}" stroke-width="6"/>`,
  (p) =>
    `<path d="M36 152 L82 76 L106 112 L124 86 L166 152Z" fill="${p.dark}"/><path d="M82 76 L98 100 L84 108 L70 98Z" fill="${p.light}"/><circle cx="140" cy="60" r="16" fill="${p.accent}"/>`,
]

const bust = (x: number, y: number, scale: number, fill: string) =>
  `<g transform="translate(${x} ${y}) scale(${scale})" fill="${fill}"><circle r="20"/><path d="M-36 64 C-36 36 -20 26 0 26 C20 26 36 36 36 64Z"/></g>`

const groups: readonly ((p: Palette) => string)[] = [
  (p) => bust(66, 82, 0.95, p.accent) + bust(134, 82, 0.95, p.accent) + bust(100, 92, 1.25, p.dark),
  (p) =>
    [0, 120, 240]
      .map(
        (turn) =>
          `<circle transform="rotate(${turn} 100 104)" cx="100" cy="72" r="42" fill="${turn === 0 ? p.accent : p.dark}" opacity=".72"/>`,
      )
      .join(''),
  (p) =>
    `<circle cx="100" cy="102" r="50" fill="none" stroke="${p.dark}" stroke-width="6"/>${[0, 60, 120, 180, 240, 300]
      .map(
        (turn) =>
          `<circle transform="rotate(${turn} 100 102)" cx="100" cy="52" r="16" fill="${turn % 120 ? p.dark : p.accent}"/>`,
      )
      .join('')}`,
  (p) => bust(76, 84, 1.15, p.dark) + bust(130, 96, 1, p.accent),
  (p) =>
    `<g fill="none" stroke-width="16"><rect x="46" y="58" width="62" height="62" rx="22" stroke="${p.dark}" transform="rotate(45 77 89)"/><rect x="92" y="80" width="62" height="62" rx="22" stroke="${p.accent}" transform="rotate(45 123 111)"/></g>`,
  (p) =>
    `<path d="M100 100 L100 50 A50 50 0 0 1 150 100Z" fill="${p.accent}"/><path d="M104 104 H154 A50 50 0 0 1 104 154Z" fill="${p.dark}"/><path d="M96 104 V154 A50 50 0 0 1 46 104Z" fill="${p.accent}" opacity=".75"/><path d="M96 96 H46 A50 50 0 0 1 96 46Z" fill="${p.dark}" opacity=".85"/>`,
]

const face = (p: Palette, head: string, eyes: string, extra: string) =>
  `${extra}<g fill="${p.dark}">${head}</g><rect x="58" y="84" width="84" height="46" rx="22" fill="${p.light}"/>${eyes}`
const roundEyes = (p: Palette) =>
  `<circle cx="82" cy="107" r="9" fill="${p.accent}"/><circle cx="118" cy="107" r="9" fill="${p.accent}"/>`
const smileEyes = (p: Palette) =>
  `<path d="M72 110 q10 -14 20 0M108 110 q10 -14 20 0" fill="none" stroke="${p.accent}" stroke-width="6" stroke-linecap="round"/>`
const boxEyes = (p: Palette) =>
  `<rect x="74" y="98" width="16" height="18" rx="5" fill="${p.accent}"/><rect x="110" y="98" width="16" height="18" rx="5" fill="${p.accent}"/>`

const machines: readonly ((p: Palette) => string)[] = [
  (p) =>
    face(
      p,
      '<rect x="42" y="66" width="116" height="86" rx="30"/>',
      roundEyes(p),
      `<path d="M100 66V46" stroke="${p.dark}" stroke-width="6"/><circle cx="100" cy="42" r="9" fill="${p.accent}"/>`,
    ),
  (p) =>
    face(
      p,
      '<circle cx="100" cy="108" r="60"/>',
      smileEyes(p),
      `<path d="M36 96v26M164 96v26" stroke="${p.accent}" stroke-width="10" stroke-linecap="round"/>`,
    ),
  (p) => face(p, '<path d="M100 48 L156 78 V138 L100 168 L44 138 V78Z"/>', boxEyes(p), ''),
  (p) =>
    face(
      p,
      '<rect x="40" y="62" width="120" height="94" rx="46"/>',
      smileEyes(p),
      `<path d="M62 66 L48 40M138 66 L152 40" stroke="${p.dark}" stroke-width="6" stroke-linecap="round"/><circle cx="48" cy="38" r="7" fill="${p.accent}"/><circle cx="152" cy="38" r="7" fill="${p.accent}"/>`,
    ),
  (p) =>
    face(
      p,
      '<path d="M46 100 A54 54 0 0 1 154 100 V136 Q154 154 136 154 H64 Q46 154 46 136Z"/>',
      roundEyes(p),
      `<path d="M88 168h24" stroke="${p.accent}" stroke-width="8" stroke-linecap="round"/>`,
    ),
  (p) =>
    face(
      p,
      '<rect x="44" y="60" width="112" height="96" rx="18"/>',
      boxEyes(p),
      `<path d="M100 60 C100 44 116 44 118 34" fill="none" stroke="${p.dark}" stroke-width="6" stroke-linecap="round"/><path d="M118 40 l5 -11 5 11 11 5 -11 5 -5 11 -5 -11 -11 -5z" fill="${p.accent}"/>`,
    ),
]

const sheet = (body: string, { ground, light }: Palette) =>
  `<rect width="200" height="200" fill="${ground}"/><circle cx="100" cy="100" r="82" fill="${light}" opacity=".45"/>${body}`

const folder = join(import.meta.dirname, '../../web/public/avatars')
mkdirSync(folder, { recursive: true })
for (const [index, palette] of palettes.entries()) {
  const shifted = palettes[(index + 2) % 6] ?? palette
  const drawings = [
    person(index, palette),
    sheet(organizations[index]?.(palette) ?? '', palette),
    sheet(groups[index]?.(shifted) ?? '', shifted),
    sheet(machines[index]?.(palettes[(index + 4) % 6] ?? palette) ?? '', palettes[(index + 4) % 6] ?? palette),
  ]
  for (const [type, body] of drawings.entries()) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200" viewBox="0 0 200 200">${body}</svg>`
    await sharp(Buffer.from(svg), { density: 288 })
      .resize(200, 200)
      .png({ palette: true, colors: 64, compressionLevel: 9, effort: 10 })
      .toFile(join(folder, `${type}-${index + 1}.png`))
  }
}

/** The six of a type side by side: what lists of members show small is one file instead of six. */
const STRIP_HEIGHT = 96
for (const type of [0, 1, 2, 3]) {
  const pictures = await Promise.all(
    palettes.map(async (_, index) => ({
      input: await sharp(join(folder, `${type}-${index + 1}.png`))
        .resize(STRIP_HEIGHT, STRIP_HEIGHT)
        .png()
        .toBuffer(),
      left: index * STRIP_HEIGHT,
      top: 0,
    })),
  )
  const background = { r: 0, g: 0, b: 0, alpha: 0 }
  await sharp({ create: { width: palettes.length * STRIP_HEIGHT, height: STRIP_HEIGHT, channels: 4, background } })
    .composite(pictures)
    .webp({ quality: 82, effort: 6 })
    .toFile(join(folder, `${type}.webp`))
}
