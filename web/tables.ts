/** The tables of screens: the first is there from the start, the others are fetched when they are needed. */
import { useEffect, useRef, useState } from 'react'
import type { LaterPart, ShownModule, Table } from './part-of.ts'
import { CHUNK_TIMEOUT_MS, inTime } from './screen-loader.ts'
import { createStore } from './store.ts'

type Loaders = Readonly<Record<Exclude<Table, 'first'>, () => Promise<readonly LaterPart[]>>>

interface Tables {
  readonly modules: readonly ShownModule[]
  readonly here: readonly Table[]
}

const IDLE_MAX_MS = 5000

const tables = createStore<Tables>({ modules: [], here: ['first'] })
const loading = new Map<Table, Promise<void>>()
let loaders: Loaders | undefined

export function startTables(modules: readonly ShownModule[], later: Loaders): void {
  tables.set({ modules, here: ['first'] })
  loaders = later
}

function withPart(module: ShownModule, part: LaterPart | undefined): ShownModule {
  if (!part || part.routes.length + (part.menu?.length ?? 0) === 0) return module
  return {
    ...module,
    routes: [...module.routes, ...part.routes],
    menu: [...(module.menu ?? []), ...(part.menu ?? [])],
  }
}

async function bring(table: Table): Promise<void> {
  if (table === 'first' || !loaders) return
  const parts = await inTime(loaders[table](), CHUNK_TIMEOUT_MS)
  const { modules, here } = tables.get()
  const partOf = new Map(parts.map((part) => [part.name, part]))
  tables.set({ modules: modules.map((module) => withPart(module, partOf.get(module.name))), here: [...here, table] })
}

/** Rejects where the table can't be had; asking again requests it again. */
export function loadTable(table: Table): Promise<void> {
  if (tables.get().here.includes(table)) return Promise.resolve()
  const running = loading.get(table) ?? bring(table).finally(() => loading.delete(table))
  loading.set(table, running)
  return running
}

/** The modules with the screens that have come. */
export const getModules = (): readonly ShownModule[] => tables.get().modules
export const useKnownModules = (): readonly ShownModule[] => tables.use().modules

interface Coming {
  readonly isHere: boolean
  readonly failed: boolean
  readonly retry: () => void
}

/** Fetches the table where it has not come. */
export function useTable(table: Table): Coming {
  const isHere = tables.use().here.includes(table)
  const [failed, setFailed] = useState<Table>()
  const retried = useRef(false)
  const isWanted = !isHere && failed !== table
  useEffect(() => {
    if (isWanted) loadTable(table).catch(() => setFailed(table))
  }, [isWanted, table])
  // As with the chunk of a screen: if the first retry fails too, a newer release may have taken its place.
  const retry = () => {
    if (retried.current) return location.reload()
    retried.current = true
    setFailed(undefined)
  }
  return { isHere, failed: failed === table && !isHere, retry }
}

/** Fetches the table when the browser has nothing else to do, so that it is there when it is needed. */
export function useTableAhead(table: Table, isLikely: boolean): void {
  useEffect(() => {
    if (!isLikely) return
    // A failure is dealt with where the table is needed.
    const load = () => void loadTable(table).catch(() => undefined)
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(load, IDLE_MAX_MS)
      return () => clearTimeout(timer)
    }
    const asked = requestIdleCallback(load, { timeout: IDLE_MAX_MS })
    return () => cancelIdleCallback(asked)
  }, [table, isLikely])
}
