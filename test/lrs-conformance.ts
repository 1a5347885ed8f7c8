/**
 * `npm run test:lrs -- <folder>`: ADL's conformance suite for xAPI 1.0.3 against a server of its own. The suite is not a
 * package: clone github.com/adlnet/lrs-conformance-test-suite, `npm install` in it, and name its folder.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { xapi } from '#modules/learning/xapi/contract.ts'
import { buildCompany, buildMember } from '#modules/platform/identity/server/members.fixture.ts'
import { createDatabase, createPool } from '#server/db/pool.ts'
import { createDatabaseServer } from '#test/database.ts'
import { freePort, ServerProcess } from '#test/server-process.ts'

const suite = process.argv[2] ?? ''
if (!existsSync(join(suite, 'bin/console_runner.js'))) {
  console.error('usage: npm run test:lrs -- <folder of the suite>')
  process.exit(2)
}
const databaseServer = await createDatabaseServer()
const databaseUrl = await databaseServer.createMigrated()
const directory = await mkdtemp(join(tmpdir(), 'shuyuan-lrs-'))
const db = createDatabase(createPool({ databaseUrl, size: 1 }))
const companyId = await buildCompany(db, '澜舟科技')
const chief = await buildMember(db, { companyId, roles: ['super-admin'] })
const server = new ServerProcess(await freePort(), {
  DATABASE_URL: databaseUrl,
  DATA_DIRECTORY: directory,
  LOG_LEVEL: 'warn',
  NODE_ENV: 'development',
})
try {
  await server.start()
  const made = await fetch(`${server.origin}/api/v1${xapi.createCredential.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${chief.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'conformance' }),
  })
  const { username, password } = (await made.json()) as { username: string; password: string }
  const asked = ['-e', `${server.origin}/xapi`, '-a', '-u', username, '-p', password, '-x', '1.0.3', '-z']
  const runner = spawn(process.execPath, ['bin/console_runner.js', ...asked], { cwd: suite, stdio: 'inherit' })
  const [code] = await once(runner, 'exit')
  process.exitCode = code ?? 1
} finally {
  await server.end('SIGTERM')
  await db.destroy()
  await databaseServer.stop()
  await rm(directory, { recursive: true, force: true })
}
