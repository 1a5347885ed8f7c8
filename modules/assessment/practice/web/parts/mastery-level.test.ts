import { expect, it } from 'vitest'
import { levelOf } from './mastery-level.ts'

it('a level begins at the percent that is shown, from both sides', () => {
  const levels = [0, 594, 595, 844, 845, 1000].map((share) => levelOf(share))
  expect(levels).toEqual(['weak', 'weak', 'fair', 'fair', 'strong', 'strong'])
})
