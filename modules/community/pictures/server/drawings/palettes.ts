import type { Palette } from './draw.ts'

/** Paper, ink and stone: quiet colors, most of them from old books and porcelain. */
export const mist: Palette = {
  ground: ['#f4efe4', '#cfdde3'],
  shades: ['#bccfd8', '#96b2c1', '#6f93a8', '#47718b', '#2b536c'],
  ...{ accent: '#d9694f', light: '#fffaf0', ink: '#1f3a4c' },
}
export const jade: Palette = {
  ground: ['#f2f6e8', '#cfe3d2'],
  shades: ['#bcd9c1', '#93c0a1', '#66a07f', '#3d7c5d', '#22573f'],
  ...{ accent: '#e39a3b', light: '#fffdf3', ink: '#1d4333' },
}
export const dusk: Palette = {
  ground: ['#22305a', '#8a7aa5'],
  shades: ['#a99bc0', '#7d76a6', '#565a8c', '#384272', '#1e2850'],
  ...{ accent: '#f2b880', light: '#fff1d6', ink: '#fff6e4' },
}
export const cinnabar: Palette = {
  ground: ['#c8402c', '#8e1f1d'],
  shades: ['#f0a183', '#e06f4f', '#c24a34', '#9c2a22', '#6f1516'],
  ...{ accent: '#f4cf7c', light: '#fff0d2', ink: '#fff1d4' },
}
export const sand: Palette = {
  ground: ['#fbf3e4', '#f0d9ba'],
  shades: ['#edcfa6', '#dfae7c', '#c98a57', '#a4653a', '#713f22'],
  ...{ accent: '#3d7f8c', light: '#fffaf0', ink: '#5a311b' },
}
export const sea: Palette = {
  ground: ['#eaf5f5', '#a9d3da'],
  shades: ['#b5dbe0', '#7fbecb', '#4a9bb0', '#247690', '#0f4f69'],
  ...{ accent: '#f0855f', light: '#ffffff', ink: '#0e4259' },
}
export const plum: Palette = {
  ground: ['#fdf1f1', '#ecd0d9'],
  shades: ['#f3c3cd', '#e397aa', '#c96a86', '#984a69', '#612d49'],
  ...{ accent: '#4f9187', light: '#fffafa', ink: '#5a2944' },
}
export const night: Palette = {
  ground: ['#0c1a33', '#1c3f63'],
  shades: ['#7fb3d9', '#4b86b8', '#2f608f', '#1d4369', '#122a47'],
  ...{ accent: '#58d3c8', light: '#e9f6ff', ink: '#eaf5ff' },
}
export const lemon: Palette = {
  ground: ['#fffbe6', '#ffe3a1'],
  shades: ['#ffe08f', '#f8c556', '#eaa22c', '#c47a17', '#85500f'],
  ...{ accent: '#2f7f79', light: '#fffef6', ink: '#5e390a' },
}
export const slate: Palette = {
  ground: ['#f3f5f8', '#d5dde8'],
  shades: ['#c5d0de', '#97a9c0', '#6a82a1', '#455f82', '#273f60'],
  ...{ accent: '#ef7d4e', light: '#ffffff', ink: '#1f3553' },
}
