/** Health checks: the extension point through which modules report to the status page. */
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'
import type { Outside } from '#server/outside.ts'
import type { Bilingual } from '../../contract/shapes.ts'

/** ok; warning: works, but needs attention; down: does not work; off: not set up. */
export type HealthState = 'ok' | 'warning' | 'down' | 'off'

export interface HealthAnswer {
  readonly state: HealthState
  /**
   * Facts by name. Names that end in `Bytes`, `Ms`, `Seconds`, `Percent` or `At` are shown with their unit; the labels
   * are in operations' messages under `facts`.
   */
  readonly facts: Readonly<Record<string, string | number>>
  /** Advice for a state other than ok. */
  readonly advice?: Bilingual
}

/** A part of the platform that can fail. */
export interface HealthCheck {
  /** `ffmpeg`: unique on the platform. */
  readonly name: string
  readonly label: Bilingual
  /** Ascending position on the page. */
  readonly order: number
  /** Runs without a transaction for at most five seconds; an exception means `down`. */
  check(outside: Outside, db: Connection): Promise<HealthAnswer>
}

export const healthCheck = extensionPoint<HealthCheck>('operations.health')
