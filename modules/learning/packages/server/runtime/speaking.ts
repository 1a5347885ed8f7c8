/** Who speaks when a package sends statements, and in whose name the site vouches for them. */
import type { Outside } from '#server/outside.ts'
import type { OpenLaunch } from '../open-launch.ts'
import type { LaunchedUnit, UnitLaunch } from './unit-launches.ts'

/** Who vouches for what content says. */
export function authorityOf(outside: Outside) {
  return { objectType: 'Agent', name: 'Shuyuan', account: { homePage: outside.config.publicUrl, name: 'packages' } }
}

/** Everything that the rules of a session are asked with. */
export interface Speaking {
  readonly launch: OpenLaunch
  readonly unit: LaunchedUnit
  readonly unitLaunch: UnitLaunch
  readonly outside: Outside
  readonly now: number
}
