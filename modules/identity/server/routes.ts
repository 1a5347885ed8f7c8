import type { Routes } from '#server/module.ts'
import type { identity } from '../contract.ts'
import type { DB } from './tables.ts'

export const routes: Routes<DB, typeof identity> = {} as Routes<DB, typeof identity>
