/**
 * Screens come in three tables. What most visits begin with comes with the first script; the screens of the administration and
 * all others come when an address of theirs is first opened, or the administration's menu. The build divides each module's door
 * accordingly (`web/build/door-parts.ts`), so that the first script does not grow with the number of screens.
 */
import type { MenuEntry, WebModule } from './module.ts'

export type Table = 'first' | 'admin' | 'rest'

/** By the first part of the address, so that one table has all that could match. */
export function tableOf(path: string): Table {
  const [, area = ''] = path.split(/[/?]/)
  if (area === 'admin' || area === 'manage') return 'admin'
  return FIRST.has(area) ? 'first' : 'rest'
}

const FIRST: ReadonlySet<string> = new Set([
  ...['', 'home-v', 'home', 'error-page-v', 'special-home', 'login', 'study-v', 'study'],
])

/** What the first table knows of the administration's menu: who may see any of it. */
type AdminMark = Pick<MenuEntry, 'access' | 'switch'>

/** A module as the shell has it: its first part, with what has come since. */
export interface ShownModule extends WebModule {
  readonly manages: readonly AdminMark[]
}

/** What a later table holds of a module. */
export type LaterPart = Pick<WebModule, 'name' | 'routes' | 'menu'>

/** The table that an entry comes with. */
export const tableOfEntry = (area: string): Table =>
  area === 'admin' || area === 'class' ? 'admin' : area === 'purchases' || area === 'command' ? 'rest' : 'first'

export function firstPart(module: WebModule): ShownModule {
  const menu = module.menu ?? []
  return {
    ...module,
    routes: module.routes.filter(({ path }) => tableOf(path) === 'first'),
    menu: menu.filter(({ area }) => tableOfEntry(area) === 'first'),
    manages: menu.filter(({ area }) => area === 'admin'),
  }
}

export function laterPart(module: LaterPart, table: Table): LaterPart {
  return {
    name: module.name,
    routes: module.routes.filter(({ path }) => tableOf(path) === table),
    menu: module.menu?.filter(({ area }) => tableOfEntry(area) === table) ?? [],
  }
}
