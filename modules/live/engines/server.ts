/** The door of engines for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { engines } from './contract.ts'
import { keepConnection, stopEngine } from './server/configured-engine.ts'
import { engineHealth } from './server/health.ts'
import { liveKitWebhook } from './server/livekit-webhook.ts'
import { routes } from './server/routes.ts'

export { liveEngine } from './server/configured-engine.ts'
export {
  type EngineEvent,
  EngineRefused,
  EngineUnavailable,
  type Feed,
  type FeedSource,
  type LiveEngine,
  type Recording,
  StageFull,
  type StreamSink,
} from './server/engine.ts'
export { iceServers } from './server/ice.ts'
export { recordingAsWebm } from './server/janus-recordings.ts'

export const enginesServer = serverModule({
  name: 'engines',
  contract: engines,
  routes,
  extensions: [engineHealth],
  plugin: (app, outside, db) => {
    keepConnection(outside, db)
    liveKitWebhook(app, outside, db)
    app.addHook('onClose', () => stopEngine(outside))
  },
})
