/**
 * `npm run test:scorm -- <folder>`: the vectors and sample courses of scorm-again against a server of its own. Its ADL vectors and
 * courses are not in the package: clone github.com/jcputney/scorm-again, and name its folder.
 */
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, createPool } from '#server/db/pool.ts'
import { createDatabaseServer } from '#test/database.ts'
import { freePort, ServerProcess } from '#test/server-process.ts'
import { readCourses, runCourse } from './scorm-conformance/courses.ts'
import { SuitePlatform } from './scorm-conformance/platform.ts'
import { runFixture } from './scorm-conformance/replay.ts'
import { Report } from './scorm-conformance/report.ts'
import { readFixtures } from './scorm-conformance/vectors.ts'

const [suite = '', only] = process.argv.slice(2)
if (!existsSync(join(suite, 'test/conformance/adl/fixtures'))) {
  console.error('usage: npm run test:scorm -- <folder of the suite> [part of a name]')
  process.exit(2)
}
const databaseServer = await createDatabaseServer()
const databaseUrl = await databaseServer.createMigrated()
const directory = await mkdtemp(join(tmpdir(), 'shuyuan-scorm-'))
const db = createDatabase(createPool({ databaseUrl, size: 2 }))
const server = new ServerProcess(await freePort(), {
  DATABASE_URL: databaseUrl,
  DATA_DIRECTORY: directory,
  LOG_LEVEL: 'warn',
  NODE_ENV: 'development',
})
const report = new Report()
let platform: SuitePlatform | undefined
try {
  await server.start()
  platform = await SuitePlatform.make(server.origin, db)
  const isWanted = (name: string) => only === undefined || name.includes(only)
  for (const fixture of await readFixtures(suite)) if (isWanted(fixture.id)) await runFixture(platform, report, fixture)
  for (const course of await readCourses(suite)) if (isWanted(course.name)) await runCourse(platform, report, course)
  process.exitCode = report.print() ? 0 : 1
} finally {
  await platform?.close()
  await server.end('SIGTERM')
  await db.destroy()
  await databaseServer.stop()
  await rm(directory, { recursive: true, force: true })
}
