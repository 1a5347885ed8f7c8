import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** The commit that is checked out, for what takes its turn from commit to commit; `0` where there is no repository. */
export function commitOf(directory = join(import.meta.dirname, '..')): string {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: directory, encoding: 'utf8' })
  return stdout?.trim() || '0'
}
