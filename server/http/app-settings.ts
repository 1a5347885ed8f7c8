/** What an application is started with. */
import type { RootDatabase } from '../db/pool.ts'
import type { DatabaseWatch } from '../db/watch.ts'
import type { ServerModule } from '../module.ts'
import type { Outside } from '../outside.ts'

export interface AppSettings {
  readonly db: RootDatabase
  /** Says how the database is. */
  readonly watch: Pick<DatabaseWatch, 'state'>
  readonly modules: readonly ServerModule[]
  readonly outside: Outside
  /** Called with every answer of a declared call: the tests' recorder of declared refusals. */
  readonly onAnswer?: (endpointName: string, status: number, errorCode: number | undefined) => void
}
