/** The ink and the accents of each demo course, shared by its cover, its slides and its documents. */
export type Theme = {
  /** Darkest tone: headings and the cover's ground. */
  ink: string
  /** The course's own color. */
  main: string
  /** A contrasting accent, used sparingly. */
  accent: string
  /** Paper tone under everything. */
  paper: string
  /** Light tint of the main color for cards and hills. */
  tint: string
}

export const themes = {
  security: { ink: '#14304a', main: '#1f6f8b', accent: '#e2a03f', paper: '#f4f7f7', tint: '#cfe3e8' },
  onboarding: { ink: '#1d3b2f', main: '#3f8f6b', accent: '#e0a458', paper: '#f6f7f1', tint: '#d3e8da' },
  communication: { ink: '#4a2a1e', main: '#c2673f', accent: '#2f7f86', paper: '#faf5f0', tint: '#f3dccd' },
  data: { ink: '#182b55', main: '#3d6bd0', accent: '#f0a13a', paper: '#f4f6fb', tint: '#d4def6' },
  project: { ink: '#2f2a4d', main: '#6a5fb0', accent: '#e38b6b', paper: '#f6f5fa', tint: '#dedaf0' },
  fire: { ink: '#4b1a17', main: '#c8402f', accent: '#f2a73b', paper: '#fbf5f2', tint: '#f6d6cd' },
  service: { ink: '#4a1f3a', main: '#b0527e', accent: '#5c9a8b', paper: '#faf5f7', tint: '#f2d8e4' },
  english: { ink: '#1b2a41', main: '#35597f', accent: '#c9a24b', paper: '#f6f5f1', tint: '#d7e0ea' },
  compliance: { ink: '#23262b', main: '#5d6670', accent: '#b8923f', paper: '#f6f5f2', tint: '#dfe1e3' },
  python: { ink: '#17383b', main: '#2a8a82', accent: '#eac04c', paper: '#f3f8f6', tint: '#cfe9e4' },
} as const satisfies Record<string, Theme>

export type ThemeName = keyof typeof themes
