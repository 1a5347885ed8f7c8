/** `npm run generate`: everything that is derived and committed. `--check` fails where a file is out of date. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { createDatabaseServer } from '#test/database.ts'
import { capabilitiesText } from './capability-list.ts'
import { dryRunText } from './dry-run-list.ts'
import { generateTables } from './generate-tables.ts'
import { openApiText } from './openapi.ts'
import { permissionsText } from './permissions-matrix.ts'

const root = join(import.meta.dirname, '..')
const check = process.argv.includes('--check')
const documentsOnly = process.argv.includes('--documents')

async function generateDocuments(): Promise<string[]> {
  const documents = {
    'docs/openapi.json': openApiText(),
    'docs/permissions.md': permissionsText(),
    'docs/dry-run.md': dryRunText(),
    'docs/capabilities.md': capabilitiesText(),
  }
  const changed: string[] = []
  for (const [path, text] of Object.entries(documents)) {
    const file = join(root, path)
    if (text === (await readFile(file, 'utf8').catch(() => ''))) continue
    changed.push(file)
    if (check) continue
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  return changed
}

async function generateRowTypes(): Promise<string[]> {
  const server = await createDatabaseServer()
  try {
    return await generateTables(await server.createMigrated(), check)
  } finally {
    await server.stop()
  }
}

const changed = await generateDocuments()
if (!documentsOnly) changed.push(...(await generateRowTypes()))
for (const file of changed)
  console.log(`${check ? 'out of date, run npm run generate' : 'written'}: ${relative(root, file)}`)
if (check && changed.length > 0) process.exitCode = 1
