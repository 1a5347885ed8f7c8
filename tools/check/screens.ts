/**
 * Whoever may open a screen may make the calls that it always makes first, and whoever sees an entry of a menu may open its
 * screen. The calls are those that the component of the screen's file asks for with `useQuery` and without `enabled`, itself
 * or by a hook beside it: hooks run whatever the component shows, so each is made at every opening. Calls of parts that are
 * there only sometimes are left to test/e2e/menus.e2e.ts.
 */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync, Visitor } from 'oxc-parser'
import type { Access, Contract } from '#kit/contract.ts'
import { lineAt, listFiles, type Problem, readText, root } from './tree.ts'

/** As much of a syntax tree as is looked at. */
// biome-ignore lint/suspicious/noExplicitAny: each type of node has fields of its own.
type Node = any

/** As web/module.ts has it, whose types are the browser's. */
type ScreenAccess =
  | 'public'
  | 'signed-in'
  | { readonly permission: string | readonly string[]; readonly wholeCompany?: true }
  | { readonly role: string | readonly string[] }

type Imports = ReadonlyMap<string, { readonly from: string; readonly name: string }>

/** A screen, a widget, or an entry of a menu as a door declares it. */
interface Declared {
  readonly place: string
  readonly access: ScreenAccess | undefined
  /** The file of a screen or widget. */
  readonly file?: string
  readonly path?: string
}

interface CallPlace {
  readonly contract: string
  readonly entry: string
  readonly start: number
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)
const resolved = (file: string, source: string) =>
  source.startsWith('#') ? source.slice(1) : join(dirname(file), source)

function importsOf(file: string, program: Node): Imports {
  const found = new Map<string, { from: string; name: string }>()
  for (const statement of program.body as Node[]) {
    if (statement.type !== 'ImportDeclaration') continue
    const from = resolved(file, statement.source.value)
    for (const { local, imported } of statement.specifiers)
      if (imported) found.set(local.name, { from, name: imported.name })
  }
  return found
}

async function importedValue(imports: Imports, name: string): Promise<unknown> {
  const imported = imports.get(name)
  if (!imported || !existsSync(join(root, imported.from))) return undefined
  const module = (await import(pathToFileURL(join(root, imported.from)).href)) as Readonly<Record<string, unknown>>
  return module[imported.name]
}

const propertyOf = (object: Node, name: string): Node | undefined =>
  object.properties.find((property: Node) => property.type === 'Property' && property.key.name === name)?.value

async function declaredIn(door: string): Promise<Declared[]> {
  const text = readText(door)
  const { program } = parseSync(door, text) as { readonly program: Node }
  const imports = importsOf(door, program)
  const objects: Node[] = []
  const visitor = { ObjectExpression: (node: Node) => objects.push(node) }
  new Visitor(visitor as ConstructorParameters<typeof Visitor>[0]).visit(program)
  const declared: Declared[] = []
  for (const object of objects) {
    const source = propertyOf(object, 'screen')?.body?.source?.value
    const isEntry = propertyOf(object, 'area') !== undefined
    if (typeof source !== 'string' && !isEntry) continue
    const access = propertyOf(object, 'access')
    const value = access?.type === 'Identifier' ? await importedValue(imports, access.name) : access?.value
    declared.push({
      place: `${door}:${lineAt(text, object.start)}`,
      access: value as ScreenAccess | undefined,
      ...(typeof source === 'string' && { file: resolved(door, source) }),
      path: propertyOf(object, 'path')?.value,
    })
  }
  return declared
}

/** The calls of a component that nothing switches off. A function inside it runs later, or never. */
function callsIn(node: Node, hooks: ReadonlyMap<string, Node>): CallPlace[] {
  if (/Function/.test(node.type)) return []
  const name = node.type === 'CallExpression' ? node.callee.name : undefined
  const hook = hooks.get(name)
  if (hook) return callsIn(hook.body, new Map([...hooks].filter(([other]) => other !== name)))
  if (!/^use(Infinite)?Query$/.test(name ?? '')) return childrenOf(node).flatMap((child) => callsIn(child, hooks))
  const [options] = node.arguments
  const asked = options?.type === 'ObjectExpression' ? askedIn(options) : options
  const entry = asked?.type === 'CallExpression' && asked.callee.name === 'q' ? asked.arguments[0] : undefined
  if (entry?.type !== 'MemberExpression' || entry.computed || entry.object.type !== 'Identifier') return []
  return [{ contract: entry.object.name, entry: entry.property.name, start: node.start }]
}

function askedIn(options: Node): Node | undefined {
  if (propertyOf(options, 'enabled')) return undefined
  return options.properties.find((property: Node) => property.type === 'SpreadElement')?.argument
}

/** Whether everybody with the first access has the second one too. */
function implies(first: ScreenAccess | undefined, second: ScreenAccess | Access | undefined): boolean {
  if (second === 'public') return true
  if (second === undefined || second === 'signed-in') return first !== 'public'
  if (typeof first !== 'object') return false
  if ('role' in second)
    return 'role' in first && [first.role].flat().every((role) => [second.role].flat().includes(role))
  if ('role' in first) return false
  const isWide = !second.wholeCompany || first.wholeCompany === true
  return isWide && [first.permission].flat().every((code) => [second.permission].flat().includes(code))
}

function inWords(access: ScreenAccess | Access | undefined): string {
  if (typeof access !== 'object') return access ?? 'signed-in'
  if ('role' in access) return `the role ${[access.role].flat().join(' or ')}`
  return [access.permission].flat().join(' or ') + (access.wholeCompany ? ' in the whole company' : '')
}

async function callProblems(file: string, access: ScreenAccess | undefined): Promise<Problem[]> {
  const text = readText(file)
  const { program } = parseSync(file, text) as { readonly program: Node }
  const statements = program.body as Node[]
  const imports = importsOf(file, program)
  const hooks = statements.map((one) => one.declaration ?? one).filter((one) => /^use[A-Z]/.test(one.id?.name ?? ''))
  const screen = statements.find(({ type }) => type === 'ExportDefaultDeclaration')?.declaration
  const calls = screen?.body ? callsIn(screen.body, new Map(hooks.map((hook) => [hook.id.name, hook]))) : []
  const problems: Problem[] = []
  for (const { contract, entry, start } of calls) {
    const call = ((await importedValue(imports, contract)) as Contract | undefined)?.[entry]
    if (!call || implies(access, call.access)) continue
    problems.push({
      place: `${file}:${lineAt(text, start)}`,
      text: `${contract}.${entry} asks for ${inWords(call.access)}; the screen opens for ${inWords(access)}`,
    })
  }
  return problems
}

async function allDeclared(): Promise<Declared[]> {
  const doors = listFiles(['/web.tsx'], ['modules'])
  return (await Promise.all(doors.map(declaredIn))).flat()
}

/** The addresses of all screens, as the doors declare them. */
export async function declaredPaths(): Promise<string[]> {
  return (await allDeclared()).flatMap(({ file, path }) => (file !== undefined && path !== undefined ? [path] : []))
}

export async function screenProblems(): Promise<Problem[]> {
  const declared = await allDeclared()
  const screens = declared.flatMap(({ file, access }) => (file ? [{ file, access }] : []))
  const problems = (await Promise.all(screens.map(({ file, access }) => callProblems(file, access)))).flat()
  for (const entry of declared) {
    const screen = entry.file ? undefined : declared.find(({ file, path }) => file && path === entry.path)
    if (!screen || implies(entry.access, screen.access)) continue
    const text = `the menu shows ${entry.path} to ${inWords(entry.access)}; the screen opens for ${inWords(screen.access)}`
    problems.push({ place: entry.place, text })
  }
  return problems
}
