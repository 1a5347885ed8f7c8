/** `npm run generate`: everything that is derived and committed. `--check` fails where a file is out of date. */
import { createDatabaseServer } from '#test/database.ts'
import { generateTables } from './generate-tables.ts'

const check = process.argv.includes('--check')
const server = await createDatabaseServer()
try {
  const url = await server.createMigrated()
  const changed = await generateTables(url, check)
  for (const path of changed) console.log(`${check ? 'out of date' : 'written'}: ${path}`)
  if (check && changed.length > 0) process.exitCode = 1
} finally {
  await server.stop()
}
