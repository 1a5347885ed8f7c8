/** Playback: no calls of its own. The modules whose content is played have them; see kit/playback.ts. */
import { contract } from '#kit/contract.ts'

export {
  CAPTION_UNREADABLE,
  CaptionText,
  CaptionTrack,
  Cue,
  captionLanguagesMax,
  captionLengthMax,
  LanguageTag,
} from './contract/captions.ts'

export const playback = contract({})
