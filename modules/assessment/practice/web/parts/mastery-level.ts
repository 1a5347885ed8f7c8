/** In words what a share of 1000 means, the highest first; each from so many percent. */
export const masteryLevels = [
  { level: 'strong', from: 85 },
  { level: 'fair', from: 60 },
  { level: 'weak', from: 0 },
] as const

export type MasteryLevel = (typeof masteryLevels)[number]['level']

/** By the percent that is shown, so that no bar says another thing than its number. */
export function levelOf(share: number): MasteryLevel {
  const percent = Math.round(share / 10)
  return masteryLevels.find(({ from }) => percent >= from)?.level ?? 'weak'
}
