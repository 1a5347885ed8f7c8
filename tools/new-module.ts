/**
 * `npm run new-module learning/articles`: an empty module with its doors in a district, registered everywhere, that passes
 * every check. `npm run new-module learning/articles --content 11 --title 知识 --title-en Article`: a module with one content kind
 * of that business type. The files are those of tools/new-module/, whose kind is called “specimen” (样品).
 *
 * A district that is not there yet is made. What a module of its own district uses is added to modules/graph.ts with the
 * first import.
 */
import { spawnSync } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { districts, findModuleFolder } from '#modules/graph.ts'
import { fillTemplate, type Names, namesOf } from './new-module/names.ts'

const root = join(import.meta.dirname, '..')
const templates = join(import.meta.dirname, 'new-module')
const usage = 'usage: npm run new-module <district>/<name> [--content <businessType> --title 知识 --title-en Article]'

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { content: { type: 'string' }, title: { type: 'string' }, 'title-en': { type: 'string' } },
})
const [, district = '', name = ''] = /^([a-z]{2,30})\/([a-z]{3,30})$/.exec(positionals[0] ?? '') ?? []
if (name === '') fail(`${usage} · each is one lower-case word`)
const existing = findModuleFolder(name)
if (existing) fail(`${existing} is there already`)
const folder = `modules/${district}/${name}`

/** Refuses the number of another kind of content; answers the first number that no subject of approval has. */
async function numberApproval(businessType: number): Promise<string> {
  await import('#server/modules.ts')
  const { approvalSubject } = await import('#modules/platform/approvals/server.ts')
  const { studyKind } = await import('#modules/content/study/server.ts')
  const taken = studyKind.all().find((kind) => kind.businessType === businessType)
  if (taken) fail(`the business type ${businessType} is taken: ${taken.label.en}`)
  return String(Math.max(...approvalSubject.all().map((subject) => subject.businessType)) + 1)
}

async function listBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** The first thousand of error codes that nothing uses yet. */
async function freeCodes(): Promise<string> {
  const taken = new Set<string>()
  for (const file of await listBelow(join(root, 'modules'))) {
    if (!file.endsWith('.ts')) continue
    for (const [, code] of (await readFile(file, 'utf8')).matchAll(/\berrorCode\((\d{6})/g))
      taken.add(code?.slice(0, 3) ?? '')
  }
  for (let thousand = 382; thousand < 900; thousand++) if (!taken.has(String(thousand))) return String(thousand)
  return fail('no error codes are left')
}

/** Answers how many lines were written. */
async function write(path: string, text: string): Promise<number> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), text)
  return text.split('\n').length - 1
}

async function writeTemplate(template: string, names: Names): Promise<number> {
  let lines = 0
  const from = join(templates, template)
  for (const file of await listBelow(from)) {
    const path = fillTemplate(file.slice(from.length + 1), names)
    lines += await write(`${folder}/${path}`, fillTemplate(await readFile(file, 'utf8'), names))
  }
  return lines
}

async function edit(path: string, change: (text: string) => string): Promise<void> {
  const file = join(root, path)
  const text = await readFile(file, 'utf8')
  const changed = change(text)
  if (changed === text) fail(`${path} has another shape than expected: register the module there by hand`)
  await writeFile(file, changed)
}

/** Before the last import; the formatter sorts them. */
const importing = (text: string, names: string, file: string) =>
  text.replace(/\nimport (?![\s\S]*\nimport )/, () => `\nimport { ${names} } from '${file}'\nimport `)

/** Adds the import, and the module to the list that stands in the file. */
function register(side: 'server' | 'web', door: string): Promise<void> {
  const variable = `${name}${side === 'server' ? 'Server' : 'Web'}`
  return edit(`${side}/modules.ts`, (text) =>
    importing(text, variable, `#${folder}/${door}`).replace(
      /= \[([^[\]]*?),?(\s*)\]$/m,
      (_, list: string, space: string) => `= [${list}, ${variable}${space}]`,
    ),
  )
}

/** Adds the module to its district, and the districts that the module uses to those of its district. */
function addToGraph(uses: readonly string[]): Promise<void> {
  const known: Readonly<Record<string, readonly string[]>> = districts
  const used = [...new Set([...(known[district] ?? []), ...uses])].map((one) => `'${one}'`).join(', ')
  return edit('modules/graph.ts', (text) =>
    district in districts
      ? text
          .replace(new RegExp(`\\n  ${district}: \\[[^\\]]*\\]`), `\n  ${district}: [${used}]`)
          .replace(new RegExp(`(\\n  ${district}: \\{[^}]*?),?(\\s*\\},)`), `$1,\n    ${name}: [],\n$2`)
      : text
          .replace(/\n\} as const satisfies Record<string/, `\n  ${district}: [${used}],$&`)
          .replace(/\n\} as const satisfies Record<DistrictName/, `\n  ${district}: { ${name}: [] },$&`),
  )
}

async function addDemoRows(names: Names): Promise<number> {
  const text = await readFile(join(templates, 'demo/specimens.ts'), 'utf8')
  const local = text.replace('../content/', `#${folder}/`).replaceAll('../../seed/', './')
  const seed = `seed${names.Plural}`
  await edit('tools/seed/demo.ts', (demo) =>
    importing(demo, seed, `./${name}.ts`).replace(
      /(\n {4}await seed\w+\(transaction as unknown as Connection, (?:members, )?now\))(\n {2}\}\))/,
      (_, last: string, end: string) => `${last}\n    await ${seed}(transaction as unknown as Connection, now)${end}`,
    ),
  )
  return write(`tools/seed/${name}.ts`, fillTemplate(local, names))
}

const { content, title = '', 'title-en': titleEn } = options
const businessType = Number(content)
if (content !== undefined && !(Number.isInteger(businessType) && businessType > 0 && title !== '')) fail(usage)
const numbers = {
  businessType: content ?? '',
  approvalBusinessType: content === undefined ? '' : await numberApproval(businessType),
  codes: await freeCodes(),
}
const names = namesOf({ module: name, title, titleEn, ...numbers })
let lines = await writeTemplate(content === undefined ? 'empty' : 'content', names)
await addToGraph(content === undefined ? [] : ['platform', 'content'])
await register('server', 'server.ts')
await register('web', 'web.tsx')
if (content !== undefined) lines += await addDemoRows(names)

const touched = [folder, 'modules/graph.ts', 'server/modules.ts', 'web/modules.ts', 'tools/seed']
const programs = join(root, 'node_modules/.bin')
spawnSync(join(programs, 'biome'), ['check', '--write', ...touched], { cwd: root, stdio: 'ignore' })
const generate = ['tools/generate.ts', ...(content === undefined ? ['--documents'] : [])]
spawnSync(process.execPath, generate, { cwd: root, stdio: 'inherit' })
const next = content === undefined ? 'Add an endpoint with its screen' : 'Add a kind of content'
console.log(`${folder} is made and registered: ${lines} lines. Next: CONTRIBUTING.md, "${next}".`)
