/** Who is speaking, from levels that jump about: a short noise does not take the mark from who speaks. */

export interface Speaking {
  readonly participantId: string | undefined
  /** The last instant at which they were heard. */
  readonly heardAt: number
}

/** Louder than this, of 0 to 1, is a voice and not the room. */
const VOICE_LEVEL = 0.03
/** So long the mark stays with who paused. */
const HOLD_MS = 1200
/** Somebody else must be this much louder to take it at once. */
const LOUDER = 1.8

export const nobodySpeaks: Speaking = { participantId: undefined, heardAt: 0 }

export function nextSpeaking(before: Speaking, levels: ReadonlyMap<string, number>, now: number): Speaking {
  let loudest: string | undefined
  let loudestLevel = VOICE_LEVEL
  for (const [participantId, level] of levels) {
    if (level >= loudestLevel) {
      loudest = participantId
      loudestLevel = level
    }
  }
  const current = before.participantId
  const held = current !== undefined && levels.has(current)
  const currentLevel = held ? (levels.get(current) ?? 0) : 0
  if (held && currentLevel >= VOICE_LEVEL && loudestLevel < currentLevel * LOUDER)
    return { participantId: current, heardAt: now }
  if (held && now - before.heardAt < HOLD_MS && loudestLevel < Math.max(currentLevel, VOICE_LEVEL) * LOUDER)
    return before
  if (loudest === undefined) return current === undefined ? before : nobodySpeaks
  return { participantId: loudest, heardAt: now }
}
