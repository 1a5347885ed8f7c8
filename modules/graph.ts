/**
 * The dependency law: which module may use which. A module reaches another only through its doors (`contract.ts`,
 * `server.ts`, `web.tsx`), and only where this table says so. The order of the keys is an order in which it holds:
 * a module may only name modules above it, so there is no cycle.
 */
export const graph = {
  settings: [],
  words: ['settings'],
  operations: ['settings'],
  identity: ['settings', 'words', 'operations'],
  files: ['settings', 'operations', 'identity'],
  messages: ['settings', 'words', 'operations', 'identity'],
  approvals: ['settings', 'words', 'operations', 'identity', 'messages'],
  topics: ['settings', 'words', 'operations', 'identity', 'messages'],
  currency: ['settings', 'words', 'operations', 'identity', 'messages'],
  community: ['settings', 'words', 'operations', 'identity', 'files', 'messages', 'approvals', 'topics', 'currency'],
  sharing: ['settings', 'words', 'operations', 'identity', 'files', 'messages', 'community'],
  engines: ['settings', 'operations'],
  rooms: ['settings', 'words', 'operations', 'identity', 'files', 'messages', 'currency', 'engines'],
  live: [
    'settings',
    'words',
    'operations',
    'identity',
    'files',
    'messages',
    'approvals',
    'topics',
    'currency',
    'sharing',
    'engines',
    'rooms',
  ],
  xapi: ['settings', 'operations', 'identity'],
  privacy: ['settings', 'operations', 'identity', 'files', 'messages'],
  courses: [
    'settings',
    'words',
    'operations',
    'identity',
    'files',
    'messages',
    'approvals',
    'topics',
    'currency',
    'sharing',
    'rooms',
    'live',
  ],
} as const satisfies Record<string, readonly string[]>

export type ModuleName = keyof typeof graph

export const moduleOrder = Object.keys(graph) as ModuleName[]
