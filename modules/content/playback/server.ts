/** Playback's door for other modules' server code: the law of believed progress, for statements of their own. */
import { serverModule } from '#server/module.ts'
import { playback } from './contract.ts'
import { routes } from './server/routes.ts'

export { captionPassages } from './server/caption-passages.ts'
export { languageName, parseCaptions } from './server/captions-parse.ts'
export {
  acknowledgement,
  assertBelieved,
  assertForwards,
  claimsSql,
  type HeartbeatClaim,
  type WeighedHeartbeat,
  weighHeartbeat,
  weighHeartbeats,
} from './server/heartbeats.ts'
export { creditStart, heartbeatEveryMs, lockPlaybacks, parseRanges, resumePosition } from './server/starts.ts'

export const playbackServer = serverModule({ name: 'playback', contract: playback, routes })
