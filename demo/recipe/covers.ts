/** `node demo/recipe/covers.ts`: draws the course covers, one motif a topic over the same misty hills. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { ridge, seedOf } from './hills.ts'
import { type ThemeName, themes } from './themes.ts'

type Ink = { line: string; fill: string; accent: string }

const arc = (radius: number, from: number, to: number) => {
  const at = (degrees: number) => {
    const angle = (degrees * Math.PI) / 180
    return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`
  }
  return `M${at(from)} A${radius} ${radius} 0 ${to - from > 180 ? 1 : 0} 1 ${at(to)}`
}

const petal = (degrees: number, fill: string, opacity: number) =>
  `<path transform="rotate(${degrees})" d="M0 40 C-34 10 -30 -50 0 -92 C30 -50 34 10 0 40Z" fill="${fill}" opacity="${opacity}"/>`

/** Each motif is drawn around 0,0 within about 110 units. */
const motifs: Record<ThemeName, (ink: Ink) => string> = {
  security: ({ line, fill, accent }) =>
    `<path d="M0 -104 C30 -84 62 -78 88 -78 C92 -4 66 68 0 106 C-66 68 -92 -4 -88 -78 C-62 -78 -30 -84 0 -104Z" fill="${fill}" opacity=".22"/>
     <path d="M0 -78 C22 -64 46 -58 66 -58 C68 -2 48 52 0 80 C-48 52 -68 -2 -66 -58 C-46 -58 -22 -64 0 -78Z" fill="none" stroke="${line}" stroke-width="4"/>
     <circle cy="-12" r="19" fill="${accent}"/><path d="M-9 0 L9 0 L15 44 L-15 44Z" fill="${accent}"/>`,
  onboarding: ({ line, fill, accent }) =>
    `<path d="M-78 104 V-10 A78 78 0 0 1 78 -10 V104Z" fill="${fill}" opacity=".22"/>
     <path d="M-50 104 V-6 A50 50 0 0 1 50 -6 V104" fill="none" stroke="${line}" stroke-width="4"/>
     <circle cy="-8" r="24" fill="${accent}"/><path d="M-26 104 C-14 74 14 66 2 36" fill="none" stroke="${line}" stroke-width="5" stroke-linecap="round"/>`,
  communication: ({ line, fill, accent }) =>
    `<path d="M-104 -26 a70 62 0 1 1 70 62 q-16 0 -28 -5 l-34 18 l8 -30 q-16 -18 -16 -45Z" fill="${fill}" opacity=".26"/>
     <path d="M108 26 a62 54 0 1 0 -62 54 q14 0 25 -4 l30 16 l-7 -27 q14 -16 14 -39Z" fill="none" stroke="${line}" stroke-width="4"/>
     <circle cx="20" cy="26" r="7" fill="${accent}"/><circle cx="46" cy="26" r="7" fill="${accent}"/><circle cx="72" cy="26" r="7" fill="${accent}"/>
     <path d="M-66 -36 h62 M-66 -14 h40" stroke="${line}" stroke-width="5" stroke-linecap="round"/>`,
  data: ({ line, fill, accent }) =>
    `${[-90, -48, -6, 36].map((x, i) => `<rect x="${x}" y="${60 - i * 30}" width="28" height="${40 + i * 30}" rx="4" fill="${fill}" opacity="${0.2 + i * 0.08}"/>`).join('')}
     <path d="M-100 100 H104" stroke="${line}" stroke-width="4" stroke-linecap="round"/>
     <path d="M-76 22 L-34 -16 L8 -30 L50 -74 L96 -92" fill="none" stroke="${line}" stroke-width="4" stroke-linejoin="round"/>
     ${['-76,22', '-34,-16', '8,-30', '50,-74'].map((p) => `<circle transform="translate(${p})" r="7" fill="${line}"/>`).join('')}<circle cx="96" cy="-92" r="12" fill="${accent}"/>`,
  project: ({ line, fill, accent }) =>
    `<path d="M-100 -86 V96 M-40 -86 V96 M20 -86 V96 M80 -86 V96" stroke="${fill}" stroke-width="2" opacity=".3" stroke-dasharray="4 7"/>
     <rect x="-100" y="-76" width="90" height="24" rx="12" fill="${accent}"/><rect x="-40" y="-34" width="104" height="24" rx="12" fill="${fill}" opacity=".42"/>
     <rect x="-10" y="8" width="60" height="24" rx="12" fill="${fill}" opacity=".26"/><rect x="38" y="50" width="52" height="24" rx="12" fill="${accent}"/>
     <path d="M-10 -64 H24 V62 H38" fill="none" stroke="${line}" stroke-width="3.5"/><rect x="90" y="52" width="20" height="20" transform="rotate(45 100 62)" fill="${line}"/>`,
  fire: ({ line, fill, accent }) =>
    `<path d="M6 -108 C30 -56 92 -34 84 36 C78 86 42 108 0 108 C-46 108 -82 80 -82 34 C-82 -4 -54 -18 -46 -52 C-24 -40 -20 -26 -18 -10 C0 -34 12 -66 6 -108Z" fill="${fill}" opacity=".26"/>
     <path d="M6 -30 C20 0 54 14 50 52 C46 82 26 96 0 96 C-28 96 -50 80 -50 50 C-50 28 -34 18 -28 -2 C-14 8 -12 16 -10 26 C2 10 8 -6 6 -30Z" fill="${accent}"/>
     <path d="M0 30 C10 44 24 52 22 70 C20 86 10 92 0 92 C-12 92 -22 84 -22 68 C-22 52 -6 48 0 30Z" fill="${line}"/>`,
  service: ({ line, fill, accent }) =>
    `${petal(-64, fill, 0.16)}${petal(64, fill, 0.16)}${petal(-34, fill, 0.24)}${petal(34, fill, 0.24)}${petal(0, fill, 0.34)}
     <path d="M-96 78 Q0 112 96 78" fill="none" stroke="${line}" stroke-width="4" stroke-linecap="round"/><path d="M-58 98 Q0 118 58 98" fill="none" stroke="${line}" stroke-width="3" stroke-linecap="round" opacity=".7"/>
     <circle cy="6" r="13" fill="${accent}"/>`,
  english: ({ line, fill, accent }) =>
    `<rect x="-104" y="-62" width="208" height="140" rx="12" fill="${fill}" opacity=".2"/>
     <path d="M-104 -50 L0 28 L104 -50" fill="none" stroke="${line}" stroke-width="4" stroke-linejoin="round"/>
     <path d="M-104 66 L-36 4 M104 66 L36 4" stroke="${line}" stroke-width="3" opacity=".7"/>
     <circle cx="88" cy="-66" r="26" fill="${accent}"/><text x="88" y="-57" font-family="Noto Serif CJK SC" font-weight="700" font-size="26" fill="#fff" text-anchor="middle">Aa</text>`,
  compliance: ({ line, fill, accent }) =>
    `<path d="M0 -92 V92 M-44 96 H44" stroke="${line}" stroke-width="5" stroke-linecap="round"/><path d="M-88 -60 H88" stroke="${line}" stroke-width="5" stroke-linecap="round"/>
     <circle cy="-92" r="12" fill="${accent}"/><path d="M-88 -60 L-122 22 H-54Z M88 -60 L54 22 H122Z" fill="none" stroke="${line}" stroke-width="2.5" opacity=".7"/>
     <path d="M-126 22 H-50 A38 30 0 0 1 -126 22Z" fill="${fill}" opacity=".34"/><path d="M50 22 H126 A38 30 0 0 1 50 22Z" fill="${accent}" opacity=".85"/>`,
  python: ({ line, fill, accent }) =>
    `<path d="${arc(96, 120, 240)}" fill="none" stroke="${fill}" stroke-width="14" stroke-linecap="round" opacity=".3"/>
     <path d="${arc(96, -60, 60)}" fill="none" stroke="${fill}" stroke-width="14" stroke-linecap="round" opacity=".3"/>
     <path d="M-30 -58 L-72 0 L-30 58 M30 -58 L72 0 L30 58" fill="none" stroke="${line}" stroke-width="7" stroke-linecap="round" stroke-linejoin="round"/>
     <path d="M12 -46 L-12 46" stroke="${accent}" stroke-width="9" stroke-linecap="round"/>`,
}

const characters: Record<ThemeName, string> = {
  security: '安',
  onboarding: '迎',
  communication: '言',
  data: '数',
  project: '程',
  fire: '防',
  service: '礼',
  english: '信',
  compliance: '廉',
  python: '码',
}

function cover(name: ThemeName): string {
  const theme = themes[name]
  const seed = seedOf(name) + 1
  const ink = { line: theme.paper, fill: theme.paper, accent: theme.accent }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360" viewBox="0 0 640 360">
    <defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${theme.main}"/><stop offset="1" stop-color="${theme.ink}"/></linearGradient></defs>
    <rect width="640" height="360" fill="url(#g)"/>
    <text x="88" y="214" font-family="Noto Serif CJK SC" font-weight="700" font-size="190" fill="${theme.paper}" opacity=".1">${characters[name]}</text>
    <circle cx="452" cy="160" r="138" fill="${theme.paper}" opacity=".07"/><circle cx="452" cy="160" r="176" fill="none" stroke="${theme.paper}" opacity=".14"/>
    <path d="${ridge(640, 300, 96, seed)}" fill="${theme.ink}" opacity=".35"/>
    <path d="${ridge(640, 338, 84, seed + 2)}" fill="${theme.ink}" opacity=".55"/>
    <path d="${ridge(640, 368, 62, seed + 4)}" fill="${theme.ink}" opacity=".8"/>
    <g transform="translate(452 158)">${motifs[name](ink)}</g>
    <rect x="36" y="36" width="34" height="34" rx="6" fill="${theme.accent}"/>
    <text x="53" y="61" font-family="Noto Serif CJK SC" font-weight="700" font-size="22" fill="#fff" text-anchor="middle">澄</text>
  </svg>`
}

const folder = join(import.meta.dirname, '../media/covers')
mkdirSync(folder, { recursive: true })
for (const name of Object.keys(themes) as ThemeName[]) {
  await sharp(Buffer.from(cover(name)), { density: 144 })
    .resize(640, 360)
    .jpeg({ quality: 86, mozjpeg: true })
    .toFile(join(folder, `${name}.jpg`))
}
