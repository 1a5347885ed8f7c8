/**
 * `npm run new-module learning/exams`: an empty module with its doors in a district, registered everywhere, that passes
 * every check. A district that is not there yet is made. What the module and the district use is added to
 * modules/graph.ts with the first import.
 */
import { spawnSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { districts, findModuleFolder } from '#modules/graph.ts'

const root = join(import.meta.dirname, '..')

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

const [, district = '', name = ''] = /^([a-z]{2,30})\/([a-z]{3,30})$/.exec(process.argv[2] ?? '') ?? []
if (name === '') fail('usage: npm run new-module <district>/<name> · each is one lower-case word')
const existing = findModuleFolder(name)
if (existing) fail(`${existing} is there already`)
const folder = `modules/${district}/${name}`

const title = `${name[0]?.toUpperCase()}${name.slice(1)}`

const files: Readonly<Record<string, string>> = {
  'contract.ts': `/** ${title}: its calls. Imports kit/ and typebox only, for both sides read it. */
import { contract } from '#kit/contract.ts'

export const ${name} = contract({})
`,
  'server.ts': `/** ${title}'s door for other modules' server code: the registration, and the functions that others may call. */
import { serverModule } from '#server/module.ts'
import { ${name} } from './contract.ts'
import { routes } from './server/routes.ts'

export const ${name}Server = serverModule({ name: '${name}', contract: ${name}, routes })
`,
  'server/routes.ts': `import type { Routes } from '#server/module.ts'
import type { ${name} } from '../contract.ts'

export const routes: Routes<unknown, typeof ${name}> = {}
`,
  'server/routes.test.ts': `import { describe, expect, it } from 'vitest'
import { serverModules } from '#server/modules.ts'
import { testPlatform } from '#test/harness.ts'

const platform = testPlatform()

describe('${name}', () => {
  it('is served by a platform that starts with it', async () => {
    expect(serverModules.map((module) => module.name)).toContain('${name}')
    expect((await platform.app.inject({ url: '/health' })).statusCode).toBe(200)
  })
})
`,
  'web.tsx': `/** ${title}'s door for the shell: lazy routes, menu, widgets. */
import type { WebModule } from '#web/module.ts'

export const ${name}Web: WebModule = {
  name: '${name}',
  messages: (language) => (language === 'cn' ? import('./messages/cn.json') : import('./messages/en.json')),
  routes: [],
}
`,
  [`migrations/0001-${name}.sql`]: `-- The tables of ${name}: say here why they are as they are. Every row carries company_id.\n`,
  'messages/cn.json': '{ "errors": {} }\n',
  'messages/en.json': '{ "errors": {} }\n',
}

async function edit(path: string, change: (text: string) => string): Promise<void> {
  const file = join(root, path)
  const text = await readFile(file, 'utf8')
  const changed = change(text)
  if (changed === text) fail(`${path} has another shape than expected: register the module there by hand`)
  await writeFile(file, changed)
}

/** Adds the import, and the module to the list that stands in the file. */
function register(side: 'server' | 'web', door: string): Promise<void> {
  const variable = `${name}${side === 'server' ? 'Server' : 'Web'}`
  return edit(`${side}/modules.ts`, (text) =>
    text
      .replace(/^import /m, () => `import { ${variable} } from '#${folder}/${door}'\nimport `)
      .replace(/= \[([^[\]]*?),?(\s*)\]$/m, (_, list: string, space: string) => `= [${list}, ${variable}${space}]`),
  )
}

for (const [path, text] of Object.entries(files)) {
  const file = join(root, folder, path)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}
await edit('modules/graph.ts', (text) =>
  district in districts
    ? text.replace(new RegExp(`(\\n  ${district}: \\{\\n[^}]*)(  \\},)`), `$1    ${name}: [],\n$2`)
    : text
        .replace(/\n\} as const satisfies Record<string/, `\n  ${district}: [],$&`)
        .replace(/\n\} as const satisfies Record<DistrictName/, `\n  ${district}: { ${name}: [] },$&`),
)
await register('server', 'server.ts')
await register('web', 'web.tsx')

const touched = [folder, 'modules/graph.ts', 'server/modules.ts', 'web/modules.ts']
const bin = join(root, 'node_modules/.bin')
spawnSync(join(bin, 'biome'), ['check', '--write', ...touched], { cwd: root, stdio: 'ignore' })
spawnSync(process.execPath, ['tools/generate.ts', '--documents'], { cwd: root, stdio: 'inherit' })
console.log(`${folder} is made and registered. Next: CONTRIBUTING.md, "Add an endpoint with its screen".`)
