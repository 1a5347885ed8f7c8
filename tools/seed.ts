/**
 * `npm run seed -- --members 100000 --courses 2000 --progress 1000000`: the demonstration company, grown for
 * measurements. It fills the database of DATABASE_URL, or the project's own, whether the platform runs or not.
 */
import { mkdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type Config, configExitCode } from '#server/config.ts'
import { migrate } from '#server/db/migrate.ts'
import { createLifecycle, type Lifecycle } from '#tools/lifecycle.ts'
import { joinOrOpenDatabase } from '#tools/open-database.ts'
import { OperatorError } from '#tools/operator-error.ts'
import { readSettings } from '#tools/settings.ts'
import { growCompany, type Sizes } from './seed/bulk.ts'
import { seedDemoData } from './seed/demo.ts'

const log = (line: string): void => console.log(line)

function readSizes(): Sizes {
  const options = { members: { type: 'string' }, courses: { type: 'string' }, progress: { type: 'string' } } as const
  const { values } = parseArgs({ options })
  const whole = (name: keyof Sizes, otherwise: number, max: number) => {
    const value = values[name] === undefined ? otherwise : Number(values[name])
    if (!Number.isInteger(value) || value < 0 || value > max) {
      throw new OperatorError(`--${name} takes a whole number up to ${max}`, configExitCode)
    }
    return value
  }
  const members = whole('members', 200, 1_000_000)
  const courses = whole('courses', 10, 20_000)
  return { members, courses, progress: whole('progress', courses > 10 ? members * 4 : 0, 20_000_000) }
}

async function seed(config: Config, lifecycle: Lifecycle): Promise<void> {
  const sizes = readSizes()
  await mkdir(config.files.directory, { recursive: true })
  const databaseUrl = await joinOrOpenDatabase(config, lifecycle, log)
  await migrate(databaseUrl, log)
  await seedDemoData({ databaseUrl, filesDirectory: config.files.directory, log })
  await growCompany(databaseUrl, sizes, log)
}

const config = readSettings()
const lifecycle = createLifecycle(log)
try {
  await seed(config, lifecycle)
  await lifecycle.end(0)
} catch (error) {
  if (!lifecycle.isEnding) {
    console.error(error instanceof OperatorError ? error.message : error)
    await lifecycle.end(error instanceof OperatorError ? error.exitCode : 1)
  }
}
