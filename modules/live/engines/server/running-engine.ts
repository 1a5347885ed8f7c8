/** An engine that this process has started. */
import type { Connection } from '#server/db/connection.ts'
import type { Outside } from '#server/outside.ts'
import type { LiveEngine } from './engine.ts'

/** An engine with a resource (a process, connections) that it keeps until the server process ends. */
export interface RunningEngine extends LiveEngine {
  stop(): Promise<void>
}

/** Creates an engine. It must not start anything before the first call. */
export type CreateEngine = (outside: Outside, db: Connection) => RunningEngine
