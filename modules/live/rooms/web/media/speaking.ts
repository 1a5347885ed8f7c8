/** The current speaker, from fluctuating levels: a short noise does not change the speaker. */

export interface Speaking {
  readonly participantId: string | undefined
  /** The last instant with an audible voice. */
  readonly heardAt: number
}

/** Above this level (0 to 1) a sound is a voice and not the room. */
const VOICE_LEVEL = 0.03
/** How long a person stays the speaker during a pause. */
const HOLD_MS = 1200
/** Another person must be this much louder to become the speaker at once. */
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
  const isPresent = current !== undefined && levels.has(current)
  const currentLevel = isPresent ? (levels.get(current) ?? 0) : 0
  if (isPresent && currentLevel >= VOICE_LEVEL && loudestLevel < currentLevel * LOUDER)
    return { participantId: current, heardAt: now }
  if (isPresent && now - before.heardAt < HOLD_MS && loudestLevel < Math.max(currentLevel, VOICE_LEVEL) * LOUDER)
    return before
  if (loudest === undefined) return current === undefined ? before : nobodySpeaks
  return { participantId: loudest, heardAt: now }
}
