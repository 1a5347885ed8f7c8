/**
 * A module's door stands in the source as one file: what its screens are, and the parts that other modules show. In the build each
 * table of screens (`web/part-of.ts`) takes of it what it holds and no more: the shell no parts, the first script no
 * address of the administration, and other modules none of its screens.
 */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Plugin, parseSync } from 'vite'
import { type Table, tableOf, tableOfEntry } from '../part-of.ts'
import { childrenOf, type Edit, edited, isNode, type Node } from './syntax.ts'

const root = join(import.meta.dirname, '../..')
const DOOR = /^#(modules\/[^/]+\/[^/]+\/web)\.tsx$/
/** The door, or the list of doors, as one table takes it. */
const PART = /\/(?:modules\/[^/]+\/[^/]+\/web|web\/modules)\.(first|admin|rest)\.tsx?$/

interface ObjectNode extends Node {
  readonly properties: readonly Property[]
}
interface ArrayNode extends Node {
  readonly elements: readonly ObjectNode[]
}
interface Property extends Node {
  readonly key?: { readonly name?: string }
  readonly value: Node & { readonly value?: unknown }
}
interface Statement extends Node {
  readonly declaration?: Statement
  readonly declarations?: readonly { readonly id: Node; readonly init?: Node }[]
  readonly specifiers?: readonly { readonly local: Node }[]
  readonly source?: Node
  readonly id?: Node
}

const propertyOf = (object: ObjectNode, name: string) => object.properties.find(({ key }) => key?.name === name)

/** The object that registers the module, in whichever statement declares it. */
function registrationOf(statement: Statement): ObjectNode | undefined {
  const [declared] = statement.declaration?.declarations ?? []
  const object = declared?.init
  if (object?.type !== 'ObjectExpression') return undefined
  const names = ['name', 'messages', 'routes']
  return names.every((name) => propertyOf(object as ObjectNode, name)) ? (object as ObjectNode) : undefined
}

/** As a list of what stays of it. */
function listOf({ value }: Property, keep: (object: ObjectNode) => string | undefined): string {
  const kept = (value as unknown as ArrayNode).elements.flatMap((object) => keep(object) ?? [])
  return `[${[...new Set(kept)].join(', ')}]`
}

const textOf = (node: Node, code: string) => code.slice(node.start, node.end)

/** Where a screen or an entry belongs has to be known without running the door. */
function writtenIn(object: ObjectNode, name: 'path' | 'area', file: string): string {
  const value = object.type === 'ObjectExpression' ? propertyOf(object, name)?.value.value : undefined
  if (typeof value !== 'string')
    throw new Error(`${file}: the ${name} is written out where a screen or an entry is registered`)
  return value
}

function routeOf(object: ObjectNode, table: Table, code: string, file: string): string | undefined {
  return tableOf(writtenIn(object, 'path', file)) === table ? textOf(object, code) : undefined
}

function entryOf(object: ObjectNode, table: Table, code: string, file: string): string | undefined {
  const area = writtenIn(object, 'area', file)
  if (tableOfEntry(area) === table) return textOf(object, code)
  if (table !== 'first' || area !== 'admin') return undefined
  // Who may see an administration is all that is known of it before it is opened.
  const marks = ['area', 'access', 'switch'].flatMap((name) => propertyOf(object, name) ?? [])
  return `{ ${marks.map((property) => textOf(property, code)).join(', ')} }`
}

function registrationEdit(object: ObjectNode, table: Table, code: string, file: string): Edit {
  const kept = object.properties.flatMap((property) => {
    const name = property.key?.name
    if (name === 'routes') return `routes: ${listOf(property, (route) => routeOf(route, table, code, file))}`
    if (name === 'menu') return `menu: ${listOf(property, (entry) => entryOf(entry, table, code, file))}`
    return table === 'first' || name === 'name' ? textOf(property, code) : []
  })
  return { start: object.start, end: object.end, text: `{ ${kept.join(', ')} }` }
}

function namesIn(node: Node, names: Set<string>): Set<string> {
  const { name } = node as Node & { readonly name?: unknown }
  if (typeof name === 'string') names.add(name)
  for (const child of childrenOf(node)) namesIn(child, names)
  return names
}

function declaredBy(statement: Statement): string[] {
  const own = statement.declaration ?? statement
  const nodes = [
    ...(own.declarations ?? []).map(({ id }) => id),
    ...(statement.specifiers ?? []).map(({ local }) => local),
    ...(own.id ? [own.id] : []),
  ]
  return nodes.flatMap((node) => [...namesIn(node, new Set())])
}

const statementsOf = (file: string, code: string) =>
  parseSync(file, code).program.body as unknown as readonly Statement[]

/** What the registration needs, directly or by what it needs; everything else goes. */
function neededOf(statements: readonly Statement[], start: Statement): ReadonlySet<Statement> {
  const needed = new Set([start])
  const open = [start]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const names = namesIn(next, new Set())
    for (const statement of statements) {
      if (needed.has(statement) || !declaredBy(statement).some((name) => names.has(name))) continue
      needed.add(statement)
      if (statement.type !== 'ImportDeclaration') open.push(statement)
    }
  }
  return needed
}

function withoutOthers(
  file: string,
  code: string,
  isNeeded: (all: readonly Statement[]) => ReadonlySet<Statement>,
): string {
  const statements = statementsOf(file, code)
  const needed = isNeeded(statements)
  const gone = statements.filter((statement) => !needed.has(statement))
  return edited(
    code,
    gone.map(({ start, end }) => ({ start, end, text: '' })),
  )
}

/** A statement that names nothing would go from every table, whatever it does: a style sheet, or a call. */
function assertNamed(file: string, statements: readonly Statement[]): void {
  const isNameless = ({ type, specifiers }: Statement) =>
    type === 'ExpressionStatement' || (type === 'ImportDeclaration' && specifiers?.length === 0)
  if (statements.some(isNameless)) throw new Error(`${file}: a door says what the module has, and does nothing`)
}

/** The door as this table has it. */
export function doorPart(file: string, code: string, table: Table): string {
  const all = statementsOf(file, code)
  assertNamed(file, all)
  const registration = all.map(registrationOf).find(isNode)
  if (!registration) throw new Error(`${file} registers no module`)
  const short = edited(code, [registrationEdit(registration, table, code, file)])
  return withoutOthers(file, short, (statements) => {
    const start = statements.find((statement) => {
      const [declared] = statement.declaration?.declarations ?? []
      return declared?.init?.type === 'ObjectExpression' && propertyOf(declared.init as ObjectNode, 'routes')
    })
    if (!start) throw new Error(`${file} registers no module`)
    return neededOf(statements, start)
  })
}

/** The door as other modules have it: its parts alone. */
function partsAlone(file: string, code: string): string {
  return withoutOthers(file, code, (statements) => new Set(statements.filter((one) => !registrationOf(one))))
}

export function doorParts(): Plugin {
  return {
    name: 'door-parts',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer = '') {
      if (/\/modules\.ts$/.test(source) && dirname(importer).startsWith(join(root, 'web'))) {
        const [, table = 'first'] = /\/web\/later\/(\w+)-screens\.ts$/.exec(importer) ?? []
        return join(root, `web/modules.${table}.ts`)
      }
      const [, table] = /\/web\/modules\.(\w+)\.ts$/.exec(importer) ?? []
      const [, door] = DOOR.exec(source) ?? []
      return table && door ? join(root, `${door}.${table}.tsx`) : null
    },
    load(id) {
      const [, table] = PART.exec(id) ?? []
      if (table === undefined) return null
      const file = id.replace(`.${table}.ts`, '.ts')
      const code = readFileSync(file, 'utf8')
      return /\/web\/modules\.ts$/.test(file) ? code : doorPart(file, code, table as Table)
    },
    transform: {
      filter: { id: /\/modules\/[^/]+\/[^/]+\/web\.tsx$/ },
      handler(code, id) {
        return { code: partsAlone(id, code), map: null }
      },
    },
  }
}
