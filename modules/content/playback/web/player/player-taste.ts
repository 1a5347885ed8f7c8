/** Speed and volume as the member likes them, kept in this browser. */
const KEY = 'shuyuan.player'

export interface PlayerTaste {
  readonly rate: number
  readonly volume: number
  readonly muted: boolean
}

const plain: PlayerTaste = { rate: 1, volume: 1, muted: false }

export function readTaste(): PlayerTaste {
  try {
    return { ...plain, ...(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<PlayerTaste>) }
  } catch {
    return plain
  }
}

export function keepTaste(media: HTMLMediaElement): void {
  const taste: PlayerTaste = { rate: media.playbackRate, volume: media.volume, muted: media.muted }
  try {
    localStorage.setItem(KEY, JSON.stringify(taste))
  } catch {
    // A full storage forgets the taste.
  }
}

const speeds = [0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3]

/** The speeds that the server counts (COURSE-056). */
export function speedsUpTo(rateMax: number): number[] {
  return speeds.filter((speed) => speed <= Math.max(1, rateMax))
}
