/** The media of a section beside the fields of its times: a time is taken from it, and shown in it. */
import { createContext, use } from 'react'

export interface MediaAtHand {
  /** Where it is, in milliseconds; undefined: nothing is open. */
  readonly now: () => number | undefined
  readonly show: (ms: number) => void
}

const AtHand = createContext<MediaAtHand | undefined>(undefined)

export const MediaProvider = AtHand.Provider

/** Undefined where the media is not open. */
export const useMediaAtHand = (): MediaAtHand | undefined => use(AtHand)
