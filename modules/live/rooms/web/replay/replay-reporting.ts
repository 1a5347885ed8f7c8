/** The reporting of the playbacks of replays. */
import { fillPath, type Output } from '#kit/contract.ts'
import { NOT_BOUGHT } from '#modules/commerce/prices/contract.ts'
import { createReporting } from '#modules/content/playback/web.tsx'
import { REPLAY_TAKEN_OVER, REPLAY_TOO_FAST, replayCalls } from '../../contract/replay.ts'

export const replayReporting = createReporting<Output<typeof replayCalls.replayHeartbeat>>({
  name: 'replay',
  codes: { tooFast: REPLAY_TOO_FAST.code, takenOver: REPLAY_TAKEN_OVER.code, notBought: NOT_BOUGHT.code },
  path: (playbackId) => fillPath(replayCalls.replayHeartbeat.path, { playbackId }),
  body: ({ position: positionMs, ...heartbeat }) => ({ ...heartbeat, positionMs }),
})
