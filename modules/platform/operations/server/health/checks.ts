/** What the status page asks the modules. */
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'
import type { Outside } from '#server/outside.ts'
import type { Bilingual } from '../../contract/shapes.ts'

/** ok; works, but look at it; does not work; is not set up. */
export type HealthState = 'ok' | 'warning' | 'down' | 'off'

export interface HealthAnswer {
  readonly state: HealthState
  /**
   * What was found, by name. Names that end in `Bytes`, `Ms`, `Seconds`, `Percent` or `At` are shown with their unit; the
   * texts of the names stand in operations' messages under `facts`.
   */
  readonly facts: Readonly<Record<string, string | number>>
  /** What to do, where the state is not ok. */
  readonly advice?: Bilingual
}

/** A part of the platform that can be out of order. */
export interface HealthCheck {
  /** `ffmpeg`: unique on the platform. */
  readonly name: string
  readonly label: Bilingual
  /** Smaller comes first. */
  readonly order: number
  /** Runs in no transaction and has five seconds; to throw counts as down. */
  check(outside: Outside, db: Connection): Promise<HealthAnswer>
}

export const healthCheck = extensionPoint<HealthCheck>('operations.health')
