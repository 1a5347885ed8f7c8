/**
 * The order in which Vitest starts the test files. A worker keeps the loaded product only while the next file is of the same
 * project, so projects are not mixed; the longest files come first, so that none is left alone at the end.
 */
import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = join(import.meta.dirname, '..')
/** Some of `processes` take long, those of `browser` none. */
const projects = ['processes', 'server', 'browser']

/** What takes more than ten seconds, as the list at the end of `npm test` shows it. */
const longest = [
  'test/rules/new-module.test.ts',
  'test/rules/program-laws.test.ts',
  'test/rules/source-laws.test.ts',
  'test/rules/text-laws.test.ts',
  'test/media/media.test.ts',
  'tools/postgres.test.ts',
  'test/kill/exams.test.ts',
  'test/kill/rooms.test.ts',
  'test/kill/ledger.test.ts',
  'tools/seed/demo.test.ts',
  'test/kill/watching.test.ts',
  'test/kill/lotteries.test.ts',
  'modules/platform/files/server/real-conversion.test.ts',
  'test/rules/fuzz.test.ts',
  'test/rules/dry-run.test.ts',
  'test/rules/access.test.ts',
  'modules/platform/privacy/server/privacy.test.ts',
  'modules/platform/identity/server/member-imports.test.ts',
  'modules/platform/files/server/hostile-files.test.ts',
  'modules/learning/packages/server/preparing.test.ts',
  'test/kill/progress.test.ts',
  'modules/learning/pushes/server/crowds.test.ts',
  'modules/platform/files/server/upload-types.test.ts',
  'modules/platform/identity/server/member-import-commit.test.ts',
  'modules/live/live/server/providers.test.ts',
  'modules/platform/operations/server/audit/audit.test.ts',
  'modules/learning/courses/server/study/heartbeats.test.ts',
  'server/storage/store.test.ts',
  'modules/platform/files/server/conversion-killed.test.ts',
]

function rankOf({ moduleId, project }: TestSpecification): number {
  const place = longest.indexOf(relative(root, moduleId))
  return projects.indexOf(project.name) * 1000 + (place === -1 ? longest.length : place)
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const missing = longest.filter((file) => !existsSync(join(root, file)))
    if (missing.length > 0) throw new Error(`tools/test-order.ts names ${missing.join(', ')}`)
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}
