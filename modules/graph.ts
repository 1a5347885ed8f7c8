/**
 * The dependency law: which module may use which. A module reaches another only through its doors (`contract.ts`,
 * `server.ts`, `web.tsx`), and only where this table says so. The order of the keys is an order in which it holds:
 * a module may only name modules above it, so there is no cycle.
 */
export const graph = {
  settings: [],
  identity: ['settings'],
  files: ['settings', 'identity'],
  courses: ['settings', 'identity', 'files'],
} as const satisfies Record<string, readonly string[]>

export type ModuleName = keyof typeof graph

export const moduleOrder = Object.keys(graph) as ModuleName[]
