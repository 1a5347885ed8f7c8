/** Rules of single files: size, no barrels, no foreign tables, no unfinished places, no time zone by name, access by contract, migrations that say why. */
import { type ParseResult, parseSync, Visitor } from 'oxc-parser'
import { moduleFolder, moduleOrder } from '#modules/graph.ts'
import { isDirectory, isTest, lineAt, listFiles, listSources, type Problem, readText } from './tree.ts'

/** Tests of a module may be longer than its functions. */
const linesMax = { program: 400, tests: 600 }

function sizeProblem(file: string, text: string): string | undefined {
  const most = isTest(file) ? linesMax.tests : linesMax.program
  const lines = text.split('\n').length - 1
  return lines > most ? `${lines} lines, at most ${most}: split it by noun` : undefined
}

const isDoor = (file: string) => /^modules\/[^/]+\/[^/]+\/(server\.ts|web\.tsx)$/.test(file)

/** A file that only passes on what others declare is a barrel; a module's doors may. */
function barrelProblem(file: string, { module }: ParseResult): string | undefined {
  const entries = module.staticExports.flatMap((statement) => statement.entries)
  if (entries.some((entry) => entry.moduleRequest !== null && entry.importName.kind === 'AllButDefault'))
    return 'export * hides what is exported'
  const isBarrel = entries.length > 0 && entries.every((entry) => entry.moduleRequest !== null)
  return isBarrel && !isDoor(file) ? 'a file of re-exports only: import the file itself' : undefined
}

/** Default exports only where lazy loading or a tool asks for them: pages and configurations. */
function defaultExportProblem(file: string, { module }: ParseResult): string | undefined {
  const has = module.staticExports.some((one) => one.entries.some((entry) => entry.exportName.kind === 'Default'))
  const mayHave = file.endsWith('.tsx') || /\.config\.ts$/.test(file) || file.startsWith('test/')
  return has && !mayHave ? 'a default export where nothing loads it lazily' : undefined
}

/** Table → the module whose own it is, from the generated row types. */
function readTables(): Map<string, string> {
  const tables = new Map<string, string>()
  for (const module of moduleOrder) {
    for (const file of listFiles(
      ['/server/tables.ts'],
      isDirectory(moduleFolder(module)) ? [moduleFolder(module)] : [],
    )) {
      for (const match of readText(file).matchAll(/^ {2}'([\w.]+)': /gm)) tables.set(match[1] ?? '', module)
    }
  }
  return tables
}

const tables = readTables()

/** SQL written by hand passes the types by: it may name the module's own tables only. */
function foreignTableProblems(file: string, text: string, { program }: ParseResult): Problem[] {
  const module = /^modules\/[^/]+\/([^/]+)\/server/.exec(file)?.[1]
  if (module === undefined || isTest(file) || file.endsWith('/tables.ts')) return []
  const problems: Problem[] = []
  const look = (start: number, value: string) => {
    for (const match of value.matchAll(/\b[a-z]+\.[a-z_]+\b/g)) {
      const owner = tables.get(match[0])
      if (owner === undefined || owner === module) continue
      problems.push({
        place: `${file}:${lineAt(text, start)}`,
        text: `${match[0]} is a table of ${owner}: ask its door`,
      })
    }
  }
  new Visitor({
    Literal: (node) => typeof node.value === 'string' && look(node.start, node.value),
    TemplateElement: (node) => look(node.start, node.value.raw),
  } as ConstructorParameters<typeof Visitor>[0]).visit(program)
  return problems
}

// Written apart, so that this file does not report itself. A to-do is also a thing of the product: as a mark it stands in
// capitals, or begins a comment.
const mark = ['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX:'].join('|')
const phrase = ['coming ' + 'soon', 'not ' + 'implemented'].join('|')
const unfinished = [
  new RegExp(`\\b(${mark})\\b`),
  new RegExp(`(//|/\\*|--)\\s*(${mark})\\b`, 'i'),
  new RegExp(`\\b(${phrase})\\b`, 'i'),
]

const zoneNames = new Set(Intl.supportedValuesOf('timeZone'))
const zoneFile = 'kit/time-zone.ts'

/** A company has its own time zone. The default one is named in one file; only tests, and the tools that run them, name others. */
function timeZoneProblems(file: string, text: string): Problem[] {
  if (file === zoneFile || isTest(file) || file.startsWith('tools/test-')) return []
  return [...text.matchAll(/\b[A-Z]\w+\/[A-Z][\w/+-]+/g)]
    .filter(([name]) => zoneNames.has(name))
    .map((match) => ({
      place: `${file}:${lineAt(text, match.index)}`,
      text: `names a time zone: ask for the company's, or take the default of ${zoneFile}`,
    }))
}

const transactionFile = 'server/db/transaction.ts'

/** Of a lock that is only tried, a module decides itself what follows. */
function transactionProblems(file: string, text: string): Problem[] {
  if (!file.startsWith('modules/') || isTest(file)) return []
  return [...text.matchAll(/\.transaction\(\)|\bpg_advisory_xact_lock\(/g)].map((match) => ({
    place: `${file}:${lineAt(text, match.index)}`,
    text: `opens a transaction or locks a name by hand: take ${transactionFile}`,
  }))
}

const patternFile = 'server/db/search.ts'

/** Whoever escapes a pattern by hand decides again what a search finds. */
function patternProblems(file: string, text: string): Problem[] {
  if (file === patternFile || isTest(file)) return []
  return [...text.matchAll(/\[(?:\\\\%_|%_\\\\|_%\\\\|\\\\_%)\]/g)].map((match) => ({
    place: `${file}:${lineAt(text, match.index)}`,
    text: `escapes a pattern of like: take contains of ${patternFile}`,
  }))
}

/** A menu that has its own idea of who may open a screen leads to a refusal. */
function screenAccessProblems(file: string, text: string): Problem[] {
  if (!file.endsWith('/web.tsx')) return []
  return [...text.matchAll(/\bpermission: ['[]/g)].map((match) => ({
    place: `${file}:${lineAt(text, match.index)}`,
    text: 'the access to a screen is that of its calls: take it from contract/access.ts',
  }))
}

const dateFieldsFile = 'web/ui/DateFields.tsx'

/** The browser's own field says a day in the browser's language, whatever the page's is; a screen's own field takes other input. */
function dateFieldProblems(file: string, text: string): Problem[] {
  if (!file.endsWith('.tsx') || file === dateFieldsFile) return []
  const problems = (pattern: RegExp, what: string) =>
    [...text.matchAll(pattern)].map((match) => ({
      place: `${file}:${lineAt(text, match.index)}`,
      text: `a date or a time is typed into ${what}: take one of ${dateFieldsFile}`,
    }))
  return [
    ...problems(/\btype=["{']+(?:date|time|datetime-local|month|week)["'}]/g, "the browser's own field"),
    ...problems(/<(?:Date|Time)Picker[\s.]/g, 'a field of its own'),
  ]
}

function unfinishedProblems(file: string, text: string): Problem[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      unfinished.some((pattern) => pattern.test(line))
        ? [{ place: `${file}:${index + 1}`, text: 'an unfinished place' }]
        : [],
    )
}

function migrationProblems(): Problem[] {
  const numbers = new Set<string>()
  return listFiles(['.sql'], ['modules']).flatMap((file) => {
    const text = readText(file)
    const problems = unfinishedProblems(file, text)
    if (!text.startsWith('-- ')) problems.push({ place: file, text: 'a migration starts with its reason' })
    if (!/\/migrations\/\d{4}-[a-z0-9-]+\.sql$/.test(file))
      problems.push({ place: file, text: 'is named NNNN-what.sql' })
    const number = file.replace(/-[^/]*$/, '')
    if (numbers.has(number)) problems.push({ place: file, text: 'another migration of the module has its number' })
    numbers.add(number)
    return problems
  })
}

export function checkSources(): Problem[] {
  const problems = migrationProblems()
  for (const file of listSources()) {
    const text = readText(file)
    const parsed = parseSync(file, text)
    const generated = file.endsWith('/server/tables.ts')
    const found = [
      generated ? undefined : sizeProblem(file, text),
      barrelProblem(file, parsed),
      defaultExportProblem(file, parsed),
    ]
    for (const problem of found) if (problem) problems.push({ place: file, text: problem })
    problems.push(...foreignTableProblems(file, text, parsed), ...unfinishedProblems(file, text))
    problems.push(...timeZoneProblems(file, text), ...patternProblems(file, text), ...transactionProblems(file, text))
    problems.push(...screenAccessProblems(file, text), ...dateFieldProblems(file, text))
  }
  return problems
}
