/** Captions of whatever is played: their limits, their shapes, and why a file of them is refused. */
import { type Static, Type } from 'typebox'
import { errorCode } from '#kit/errors.ts'
import { Id } from '#kit/schema.ts'

export const captionLanguagesMax = 10
/** Characters of a caption file. */
export const captionLengthMax = 600_000

/**
 * The caption file can't be read. `data`: `line`, from 1, and `reason`: `no-cues`, `bad-time`, `backwards`, `beyond-end`,
 * `too-many`.
 */
export const CAPTION_UNREADABLE = errorCode(40480)

/** Milliseconds of the video. */
export const Cue = Type.Object({ from: Type.Integer(), to: Type.Integer(), text: Type.String() })
export type Cue = Static<typeof Cue>

/** A tag of BCP 47, as `zh-CN` or `en`. */
export const LanguageTag = Type.String({ pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$', maxLength: 30 })

/** A caption file as it is sent: its text, WebVTT or SubRip. */
export const CaptionText = Type.String({ minLength: 1, maxLength: captionLengthMax })

export const CaptionTrack = Type.Object({
  id: Id,
  language: Type.String(),
  label: Type.String(),
  cueCount: Type.Integer(),
})
export type CaptionTrack = Static<typeof CaptionTrack>
