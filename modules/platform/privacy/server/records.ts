import type { Selectable } from 'kysely'
import type { DB } from './tables.ts'

export type ExportRow = Selectable<DB['privacy.data_export']>
