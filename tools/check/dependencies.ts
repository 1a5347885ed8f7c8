/**
 * The dependency law: the imports between parts. What a module may reach is read from modules/graph.ts; the rest follows from
 * where a file lies.
 */
import { isBuiltin } from 'node:module'
import { districts, modules } from '#modules/graph.ts'
import { type Import, isMissing, readImports } from './imports.ts'
import { isTest, type Problem } from './tree.ts'

const allowedDistricts: Readonly<Record<string, readonly string[]>> = districts
const allowedModules: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = modules

interface Place {
  readonly area: string
  /** Both set inside modules/<district>/<module>/. */
  readonly district: string | undefined
  readonly module: string | undefined
  /** The path inside the module, or the area. */
  readonly inside: string
  readonly side: 'server' | 'web' | 'both'
}

function placeOf(file: string): Place {
  const [area = '', ...rest] = file.split('/')
  const inModule = area === 'modules' && rest.length > 2
  const [district, module] = inModule ? rest : []
  const inside = (inModule ? rest.slice(2) : rest).join('/')
  return { area, district, module, inside, side: sideOf(area, inModule, inside) }
}

function sideOf(area: string, inModule: boolean, inside: string): Place['side'] {
  if (inModule) {
    if (inside === 'server.ts' || inside.startsWith('server/')) return 'server'
    if (inside === 'web.tsx' || inside.startsWith('web/')) return 'web'
    return 'both'
  }
  if (area === 'web') return 'web'
  return area === 'server' || ['tools', 'bench', 'demo'].includes(area) ? 'server' : 'both'
}

const isContract = (place: Place) => place.inside === 'contract.ts' || place.inside.startsWith('contract/')
const graphFile = 'modules/graph.ts'
const doors = ['contract.ts', 'server.ts', 'web.tsx']
/** Who may make which calls and open which screens. */
const accessFile = 'contract/access.ts'
/** Fixtures: builders of rows, for tests and demo data. */
const isBuilder = (place: Place) =>
  place.inside === 'server/sample.ts' || /^server\/[\w-]+\.fixture\.ts$/.test(place.inside)
const isMessages = (place: Place) => place.inside.startsWith('messages/')

/** Files that only tests import, such as the steps that several tests of a module share. */
let testHelpers: ReadonlySet<string> = new Set()

const isForTests = (file: string) => isTest(file) || testHelpers.has(file)

function findTestHelpers(edges: readonly Import[]): Set<string> {
  const importers = Map.groupBy(edges, (edge) => edge.to)
  const helpers = new Set<string>()
  for (let before = -1; before !== helpers.size; ) {
    before = helpers.size
    for (const [file, by] of importers) {
      if (file !== undefined && by.every(({ from }) => isTest(from) || helpers.has(from))) helpers.add(file)
    }
  }
  return helpers
}

type Rule = (from: Place, to: Place, edge: Import) => string | undefined

const kitAlone: Rule = (from, to) =>
  from.area === 'kit' && to.area !== 'kit' ? 'kit imports nothing of ours' : undefined

const contractPure: Rule = (from, to, edge) => {
  if (from.module === undefined || !isContract(from) || isForTests(edge.from)) return undefined
  const own = to.module === from.module && isContract(to)
  // What an exam asks has the shapes of questions. The graph says which module may use which.
  const other = to.module !== undefined && to.inside === 'contract.ts'
  return own || other || to.area === 'kit' ? undefined : 'a contract imports kit, typebox and contracts only'
}

const accessLight: Rule = (from) =>
  from.module !== undefined && from.inside === accessFile
    ? 'contract/access.ts imports nothing: the shell loads it with its first page'
    : undefined

const shells: Rule = (from, to, edge) => {
  if (to.module === undefined || isForTests(edge.from)) return undefined
  if (from.area === 'server')
    return from.inside === 'modules.ts' && to.inside === 'server.ts'
      ? undefined
      : 'server/ reaches the modules only in server/modules.ts, through their door server.ts'
  if (from.area === 'web') {
    const isRegister = /^modules\.tsx?$/.test(from.inside)
    return isRegister && (to.inside === 'web.tsx' || to.inside === 'contract.ts' || isMessages(to))
      ? undefined
      : 'web/ reaches the modules only in web/modules.ts, through their doors web.tsx and contract.ts'
  }
  return undefined
}

function mayUse(from: Place, to: Place): boolean {
  const { district = '', module = '' } = from
  if (to.district === undefined || to.module === undefined) return true
  return to.district === district
    ? allowedModules[district]?.[module]?.includes(to.module) === true
    : allowedDistricts[district]?.includes(to.district) === true
}

const alongGraph: Rule = (from, to, edge) => {
  if (from.module === undefined || to.module === undefined || from.module === to.module) return undefined
  // A test calls other modules as a client does.
  if (isForTests(edge.from) && (isBuilder(to) || to.inside === 'contract.ts')) return undefined
  if (!mayUse(from, to)) return `${from.module} may not use ${to.module}: modules/graph.ts does not name it`
  if (doors.includes(to.inside)) return undefined
  // The shell loads web.tsx with its first page, where a contract would bring all calls along.
  if (from.inside === 'web.tsx' && to.inside === accessFile) return undefined
  if (isBuilder(from) && isBuilder(to)) return undefined
  return `${to.module} is reached through its doors only (contract.ts, server.ts, web.tsx)`
}

const sidesApart: Rule = (from, to, edge) => {
  if (from.side === 'web' && to.side === 'server') return 'browser code never imports server code'
  if (from.side === 'server' && to.side === 'web') return 'server code never imports browser code'
  if (from.side === 'server' && edge.to?.endsWith('.tsx')) return 'server code never imports a .tsx file'
  if (from.side === 'both' && to.side !== 'both' && !['test', 'kit'].includes(from.area))
    return 'what both sides share imports neither side'
  return undefined
}

const productAlone: Rule = (_from, to, edge) =>
  ['test', 'bench', 'tools', 'demo'].includes(to.area) && isProduct(edge.from)
    ? 'the product imports no test or tool'
    : undefined

function isProduct(file: string): boolean {
  return !isForTests(file) && /^(kit|modules|server|web)\//.test(file)
}

const rules = [kitAlone, contractPure, accessLight, shells, alongGraph, sidesApart, productAlone]

/** Packages and Node's own modules. */
function outsideProblem(edge: Import): string | undefined {
  const from = placeOf(edge.from)
  if (isForTests(edge.from)) return undefined
  const pure = from.area === 'kit' || (from.module !== undefined && isContract(from))
  // What can be read in which color is computed on both sides by one library, of which a page fetches 6 KB.
  if (from.area === 'kit' && edge.specifier === 'culori/fn') return undefined
  if (pure && !/^typebox(\/|$)/.test(edge.specifier)) return 'kit and contracts import no package but typebox'
  if (from.side === 'web' && isBuiltin(edge.specifier)) return "browser code never imports Node's own modules"
  if (
    from.side === 'server' &&
    from.area !== 'tools' &&
    /^(react|react-dom|antd|@ant-design\/.*)(\/|$)/.test(edge.specifier)
  )
    return 'server code never imports browser libraries'
  return undefined
}

/** Strongly connected components (Tarjan) of what imports what, types included: a file that needs another's types stands above it. */
function findCycles(edges: readonly Import[]): string[][] {
  const targets = new Map<string, string[]>()
  for (const edge of edges) {
    if (edge.to === undefined) continue
    targets.set(edge.from, [...(targets.get(edge.from) ?? []), edge.to])
  }
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []
  const visit = (file: string): number => {
    const index = order.size
    order.set(file, index)
    low.set(file, index)
    stack.push(file)
    for (const target of targets.get(file) ?? []) {
      if (!order.has(target)) low.set(file, Math.min(low.get(file) ?? index, visit(target)))
      else if (stack.includes(target)) low.set(file, Math.min(low.get(file) ?? index, order.get(target) ?? index))
    }
    const lowest = low.get(file) ?? index
    if (lowest === index) {
      const component = stack.splice(stack.indexOf(file))
      if (component.length > 1 || targets.get(file)?.includes(file)) cycles.push(component)
    }
    return lowest
  }
  for (const file of targets.keys()) if (!order.has(file)) visit(file)
  return cycles
}

function edgeProblem(edge: Import): string | undefined {
  if (edge.to === undefined) return outsideProblem(edge)
  if (isMissing(edge.to)) return 'there is no such file'
  const from = placeOf(edge.from)
  const to = placeOf(edge.to)
  for (const rule of rules) {
    const text = rule(from, to, edge)
    if (text) return text
  }
  return undefined
}

/** The graph itself: a key names only keys above it. */
function orderProblems(uses: Readonly<Record<string, readonly string[]>>): Problem[] {
  const above = new Set<string>()
  return Object.entries(uses).flatMap(([name, used]) => {
    const wrong = used.filter((one) => !above.has(one))
    above.add(name)
    return wrong.map((one) => ({ place: graphFile, text: `${name} names ${one}, which does not stand above it` }))
  })
}

/** What the graph permits and no product code uses: it would let a dependency in that nobody has decided on. */
function unusedProblems(edges: readonly Import[]): Problem[] {
  const used = new Set<string>()
  for (const { from: file, to: target } of edges) {
    if (target === undefined || isForTests(file)) continue
    const [from, to] = [placeOf(file), placeOf(target)]
    if (isBuilder(from)) continue
    used.add(`${from.district} ${to.district}`).add(`${from.module} ${to.module}`)
  }
  const entries = [allowedDistricts, ...Object.values(allowedModules)].flatMap((table) => Object.entries(table))
  return entries.flatMap(([name, names]) =>
    names
      .filter((one) => !used.has(`${name} ${one}`))
      .map((one) => ({
        place: graphFile,
        text: `${name} names ${one}, and nothing in it uses it: take the name away`,
      })),
  )
}

export function checkDependencies(): Problem[] {
  const edges = readImports()
  testHelpers = findTestHelpers(edges)
  const problems = [allowedDistricts, ...Object.values(allowedModules)].flatMap(orderProblems)
  problems.push(...unusedProblems(edges))
  for (const edge of edges) {
    const text = edgeProblem(edge)
    if (text) problems.push({ place: `${edge.from}:${edge.line}`, text: `${text} (${edge.specifier})` })
  }
  for (const cycle of findCycles(edges)) {
    problems.push({ place: cycle[0] ?? '', text: `a cycle: ${[...cycle].reverse().join(' → ')}` })
  }
  return problems
}
