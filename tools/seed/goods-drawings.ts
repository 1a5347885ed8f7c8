/** Pictures of the goods in the mall of the demonstration company, drawn as SVG on a ground of 800×600. */

const sheet = (light: string, dark: string, content: string) => `
<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600" viewBox="0 0 800 600">
  <defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1">
    <stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></linearGradient></defs>
  <rect width="800" height="600" fill="url(#g)"/>
  <ellipse cx="400" cy="505" rx="230" ry="26" fill="#000" opacity="0.12"/>${content}</svg>`

export const goodsDrawings = {
  mug: sheet(
    '#eef3f6',
    '#cfdde6',
    `<rect x="300" y="130" width="170" height="370" rx="34" fill="#28506b"/>
    <rect x="300" y="230" width="170" height="150" fill="#32617f"/>
    <rect x="320" y="92" width="130" height="56" rx="18" fill="#16344a"/>
    <path d="M470 220h40a44 44 0 0 1 44 44v60a44 44 0 0 1-44 44h-40v-34h34a20 20 0 0 0 20-20v-40a20 20 0 0 0-20-20h-34z"
      fill="#16344a"/><circle cx="385" cy="305" r="34" fill="none" stroke="#dfe9ef" stroke-width="8"/>`,
  ),
  mugOpen: sheet(
    '#f5efe6',
    '#e2d3bd',
    `<rect x="230" y="210" width="150" height="290" rx="30" fill="#28506b"/>
    <ellipse cx="305" cy="214" rx="75" ry="22" fill="#0f2535"/>
    <rect x="450" y="420" width="130" height="80" rx="22" fill="#16344a"/>
    <path d="M285 170c-18-30 18-44 0-76M325 170c-18-30 18-44 0-76" stroke="#b9a88d" stroke-width="9" fill="none"
      stroke-linecap="round"/>`,
  ),
  notebook: sheet(
    '#f6f0ec',
    '#e6d3c8',
    `<rect x="250" y="100" width="300" height="400" rx="16" fill="#8a3b2c"/>
    <rect x="250" y="100" width="54" height="400" rx="16" fill="#6b2b20"/>
    <rect x="350" y="180" width="150" height="76" rx="8" fill="#f3e3d8"/>
    <rect x="500" y="100" width="14" height="400" fill="#d9a441"/>`,
  ),
  umbrella: sheet(
    '#edf2f0',
    '#c9dcd5',
    `<path d="M400 110c150 0 250 110 250 230-40-34-86-34-125 0-40-34-85-34-125 0-40-34-85-34-125 0-39-34-85-34-125 0
      0-120 100-230 250-230z" fill="#1f6b5a"/><path d="M400 110v330a40 40 0 0 1-80 0" stroke="#143f36" stroke-width="14"
      fill="none" stroke-linecap="round"/><path d="M400 110c-60 60-76 150-76 230M400 110c60 60 76 150 76 230"
      stroke="#14523f" stroke-width="6" fill="none"/>`,
  ),
  backpack: sheet(
    '#eff0f5',
    '#d3d6e4',
    `<path d="M330 150a70 70 0 0 1 140 0" fill="none" stroke="#20263f" stroke-width="20"/>
    <rect x="260" y="150" width="280" height="350" rx="70" fill="#343c63"/>
    <rect x="300" y="320" width="200" height="150" rx="26" fill="#434d7c"/>
    <path d="M300 370h200" stroke="#20263f" stroke-width="8"/><rect x="380" y="360" width="40" height="24" rx="8" fill="#d9a441"/>`,
  ),
  headphones: sheet(
    '#f4f1ee',
    '#ddd3ca',
    `<path d="M240 380v-60a160 160 0 0 1 320 0v60" fill="none" stroke="#2b2b30" stroke-width="26"/>
    <rect x="206" y="340" width="78" height="150" rx="36" fill="#c05a36"/><rect x="516" y="340" width="78" height="150" rx="36"
      fill="#c05a36"/>`,
  ),
  coffee: sheet(
    '#f7f0e4',
    '#e6d2b0',
    `<rect x="190" y="170" width="420" height="260" rx="24" fill="#5b3a22"/>
    <rect x="190" y="230" width="420" height="44" fill="#3c2615"/>
    <circle cx="290" cy="350" r="44" fill="#f1dcc0"/><path d="M268 352c20-24 30 18 46-10" stroke="#5b3a22" stroke-width="8"
      fill="none"/><rect x="380" y="320" width="180" height="16" rx="8" fill="#f1dcc0"/>
    <rect x="380" y="356" width="120" height="16" rx="8" fill="#c9a77f"/>`,
  ),
  book: sheet(
    '#eef2f8',
    '#ccd8ea',
    `<path d="M400 180c-60-40-150-40-210-20v290c60-20 150-20 210 20 60-40 150-40 210-20V160c-60-20-150-20-210 20z"
      fill="#fdfdfb" stroke="#33507d" stroke-width="12"/><path d="M400 180v290" stroke="#33507d" stroke-width="10"/>
    <path d="M240 230c40-8 80-4 120 10M240 290c40-8 80-4 120 10M440 240c40-14 80-18 120-10M440 300c40-14 80-18 120-10"
      stroke="#9db2d3" stroke-width="9" fill="none"/>`,
  ),
  lamp: sheet(
    '#f2f2ea',
    '#dcdcc4',
    `<path d="M300 180l200-60 50 110-190 70z" fill="#3d6e8f"/><path d="M430 270l-60 200" stroke="#2b4a60" stroke-width="16"/>
    <rect x="270" y="462" width="210" height="38" rx="16" fill="#2b4a60"/>
    <path d="M360 300l190-70 40 180z" fill="#f7d774" opacity="0.45"/>`,
  ),
} as const

export type GoodsDrawing = keyof typeof goodsDrawings
