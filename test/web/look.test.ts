import './browser.ts'
import { expect, test } from 'vitest'
import { contrast, dark, light, withCompanyColor } from '#web/theme/palette.ts'

const palettes = { light, dark }

test.each(['light', 'dark'] as const)('%s: what is written can be read', (name) => {
  const { paper, surface, raised, ...inks } = palettes[name]
  for (const ground of [paper, surface, raised]) {
    for (const ink of [inks.ink, inks.inkSoft, inks.inkFaint, inks.accent, inks.success, inks.warning, inks.danger]) {
      expect(contrast(ink, ground), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5)
    }
  }
  expect(contrast(inks.onAccent, inks.accent)).toBeGreaterThanOrEqual(4.5)
})

test.each(['#ffe600', '#00ff88', '#000000', '#ffffff', '#7a3e9d', '#d0021b'])(
  'a company’s %s is kept readable',
  (color) => {
    for (const palette of [light, dark]) {
      const { accent, onAccent, surface, paper } = withCompanyColor(palette, color)
      for (const ground of [surface, paper]) expect(contrast(accent, ground)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(onAccent, accent)).toBeGreaterThanOrEqual(4.5)
    }
  },
)

test('a color that is none leaves the product’s own', () => {
  expect(withCompanyColor(light, '')).toBe(light)
  expect(withCompanyColor(light, 'red')).toBe(light)
})
