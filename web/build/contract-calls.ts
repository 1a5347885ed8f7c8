/**
 * Calls without their contracts. A contract stands in the source as one object, so whoever makes one of its calls would bring
 * all of them, those of the administration to the home page too. In the build `courses.list` becomes an import of that one
 * entry, and goes where the screens are that make the call. What an entry holds comes from the contract itself, which is
 * loaded here; of that only what the client heeds. Whoever needs a contract as a whole gets one of the same entries: a writing call
 * of one screen makes old what another has read.
 */
import { createHash } from 'node:crypto'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { Contract, Endpoint } from '#kit/contract.ts'
import { childrenOf, type Edit, edited, type Node } from './syntax.ts'

/** All that web/api/query.ts and its like read of an entry; live has its older path from the aliases. */
const KEPT = ['method', 'path', 'aliases', 'form', 'security', 'writes', 'kind', 'cacheSeconds', 'timeoutMs'] as const
const CONTRACT = /\/contract(?:\/[\w-]+)?\.ts$/
const CALL = '\0call:'
const WHOLE = '\0contract:'

const root = join(import.meta.dirname, '../..')
/** As Node has it: what is imported statically becomes part of the bundler's configuration, which would have a copy of its own. */
const loadFile = (file: string) => import(pathToFileURL(join(root, file)).href)

/** By method and path. */
const entries = new Map<string, Endpoint>()
/** By the name that their virtual module has. */
const wholes = new Map<string, Readonly<Record<string, Endpoint>>>()

const idOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** Entries of one contract bear the same mark, which is the same in each build. */
function markOf(contract: Contract | undefined): string {
  const [first] = Object.values(contract ?? {})
  return first ? createHash('sha256').update(idOf(first)).digest('base64url').slice(0, 4) : ''
}

/** What the client needs of it. */
async function codeOf(entry: Endpoint): Promise<string> {
  const { contractOf } = (await loadFile('kit/contract.ts')) as typeof import('#kit/contract.ts')
  const kept = Object.fromEntries(KEPT.flatMap((key) => (entry[key] === undefined ? [] : [[key, entry[key]]])))
  return [
    `import { entryApart } from ${JSON.stringify(join(root, 'kit/contract.ts'))}`,
    `export default /*@__PURE__*/ entryApart(${JSON.stringify(markOf(contractOf(entry)))}, ${JSON.stringify(kept)})`,
  ].join('\n')
}

function wholeOf(contract: Readonly<Record<string, Endpoint>>): string {
  const named = Object.entries(contract)
  for (const [, entry] of named) entries.set(idOf(entry), entry)
  return [
    ...named.map(([, entry], at) => `import entry${at} from ${JSON.stringify(`call:${idOf(entry)}`)}`),
    `export default { ${named.map(([key], at) => `${JSON.stringify(key)}: entry${at}`).join(', ')} }`,
  ].join('\n')
}

const isEntry = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'summary' in value

interface Named extends Node {
  readonly name: string
}
interface Member extends Node {
  readonly object: Node
  readonly property: Named
  readonly computed: boolean
}
interface Property extends Node {
  readonly key: Node
  readonly shorthand: boolean
  readonly computed: boolean
}
interface Specifier extends Node {
  readonly local: Named
  readonly imported?: Named
}
interface Import extends Node {
  readonly source: { readonly value: string }
  readonly specifiers: readonly Specifier[]
}

/** Where a name stands; whatever is no call of its contract, or declares the name once more, is a use that stays. */
interface Uses {
  readonly calls: { readonly node: Member; readonly key: string }[]
  others: number
}

function collectUses(node: Node, uses: ReadonlyMap<string, Uses>): void {
  if (node.type === 'ImportDeclaration') return
  if (node.type === 'MemberExpression') {
    const { object, property, computed } = node as Member
    const found = object.type === 'Identifier' ? uses.get((object as Named).name) : undefined
    if (found && !computed) found.calls.push({ node: node as Member, key: property.name })
    else collectUses(object, uses)
    if (computed) collectUses(property, uses)
    return
  }
  if (node.type === 'Identifier') {
    const found = uses.get((node as Named).name)
    if (found) found.others += 1
    return
  }
  const isKey = node.type === 'Property' && !(node as Property).shorthand && !(node as Property).computed
  for (const child of childrenOf(node)) if (!isKey || child !== (node as Property).key) collectUses(child, uses)
}

interface Imported {
  readonly id: string
  readonly contract: Readonly<Record<string, unknown>>
}

async function contractsOf(statement: Import, folder: string): Promise<ReadonlyMap<string, Imported>> {
  const { value } = statement.source
  const file = value.startsWith('#') ? value.slice(1) : relative(root, join(folder, value))
  const module = (await loadFile(file)) as Readonly<Record<string, unknown>>
  return new Map(
    statement.specifiers.flatMap(({ local, imported }) => {
      const contract = imported && module[imported.name]
      const values = typeof contract === 'object' && contract !== null ? Object.values(contract) : []
      if (values.length === 0 || !values.every(isEntry)) return []
      return [[local.name, { id: `${file}#${imported?.name}`, contract } as Imported] as const]
    }),
  )
}

function editsOf(statement: Import, gone: ReadonlySet<string>, code: string): Edit {
  const left = statement.specifiers.filter(({ local }) => !gone.has(local.name))
  const names = left.map(({ start, end }) => code.slice(start, end)).join(', ')
  const text = left.length === 0 ? '' : `import { ${names} } from ${JSON.stringify(statement.source.value)};`
  return { start: statement.start, end: statement.end, text }
}

async function apart(code: string, folder: string, program: Node): Promise<string> {
  const statements = (program as Node & { readonly body: readonly Node[] }).body.filter(
    (node): node is Import =>
      node.type === 'ImportDeclaration' &&
      /^[#.]/.test((node as Import).source.value) &&
      CONTRACT.test((node as Import).source.value),
  )
  const edits: Edit[] = []
  const imports = new Map<string, string>()
  for (const statement of statements) {
    const contracts = await contractsOf(statement, folder)
    const uses = new Map([...contracts.keys()].map((name) => [name, { calls: [], others: 0 } as Uses]))
    collectUses(program, uses)
    const gone = new Set<string>()
    for (const [name, { calls, others }] of uses) {
      const { id: whole, contract } = contracts.get(name) as Imported
      gone.add(name)
      if (others > 0 || !calls.every(({ key }) => isEntry(contract[key]))) {
        wholes.set(whole, contract as Readonly<Record<string, Endpoint>>)
        imports.set(name, `contract:${whole}`)
        continue
      }
      for (const { node, key } of calls) {
        const entry = contract[key] as Endpoint
        entries.set(idOf(entry), entry)
        imports.set(`${name}$${key}`, `call:${idOf(entry)}`)
        edits.push({ start: node.start, end: node.end, text: `${name}$${key}` })
      }
    }
    if (gone.size > 0) edits.push(editsOf(statement, gone, code))
  }
  const lines = [...imports].map(([local, id]) => `import ${local} from ${JSON.stringify(id)};`)
  return `${lines.join('\n')}\n${edited(code, edits)}`
}

export function contractCalls(): Plugin {
  return {
    name: 'contract-calls',
    apply: 'build',
    enforce: 'post',
    resolveId: { order: 'pre', handler: (source) => (/^(?:call|contract):/.test(source) ? `\0${source}` : null) },
    async load(id) {
      const entry = id.startsWith(CALL) ? entries.get(id.slice(CALL.length)) : undefined
      if (entry) return { code: await codeOf(entry), moduleType: 'js' }
      const whole = id.startsWith(WHOLE) ? wholes.get(id.slice(WHOLE.length)) : undefined
      return whole ? { code: wholeOf(whole), moduleType: 'js' } : null
    },
    transform: {
      filter: { id: /\/(?:modules|web)\/.*\.tsx?$/, code: /\/contract(?:\/[\w-]+)?\.ts["']/ },
      async handler(code, id) {
        if (CONTRACT.test(id) || id.includes('node_modules')) return null
        return { code: await apart(code, join(id, '..'), this.parse(code) as Node), map: null }
      },
    },
  }
}

export const isCall = (id: string): boolean => id.startsWith(CALL)
