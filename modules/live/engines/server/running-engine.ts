/** An engine that this process has started. */
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import type { LiveEngine } from './engine.ts'

/** An engine that holds something (a process, connections) until the server process ends. */
export interface RunningEngine extends LiveEngine {
  stop(): Promise<void>
}

/** Makes an engine. Must not begin anything: that is for the first call. */
export type CreateEngine = (outside: Outside, db: Connection) => RunningEngine
