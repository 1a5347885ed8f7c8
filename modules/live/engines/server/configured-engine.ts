/** The engine that the settings name. Each server process creates it at the first request. */

import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import { createEmbedded } from './embedded/engine.ts'
import { EngineUnavailable, type LiveEngine } from './engine.ts'
import { createJanus } from './janus.ts'
import { createLiveKit } from './livekit.ts'
import type { CreateEngine, RunningEngine } from './running-engine.ts'

const creators: Partial<Record<LiveEngine['kind'], CreateEngine>> = {
  embedded: createEmbedded,
  janus: createJanus,
  livekit: createLiveKit,
}

const connections = new WeakMap<Outside, Connection>()
const engines = new WeakMap<Outside, RunningEngine>()

/**
 * The engine that the settings name. It works outside of transactions, over the process' own connections, not over the
 * `db` of the first request.
 */
export function liveEngine(outside: Outside, db: Connection): LiveEngine {
  const known = engines.get(outside)
  if (known) return known
  const { engine: kind } = outside.config.live
  const create = creators[kind]
  if (!create) throw new EngineUnavailable(`this platform has no engine ${kind}`)
  const engine = create(outside, connections.get(outside) ?? db)
  engines.set(outside, engine)
  return engine
}

/** Called when the process starts: the connections that engines work with. */
export function keepConnection(outside: Outside, db: Connection): void {
  connections.set(outside, db)
}

/** Called when the process ends. */
export async function stopEngine(outside: Outside): Promise<void> {
  await engines.get(outside)?.stop()
  engines.delete(outside)
}
