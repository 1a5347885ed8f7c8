import { spawnSync } from 'node:child_process'

/** The commit that is checked out in the directory, for what takes its turn from commit to commit; `0` where there is no repository. */
export function commitOf(directory: string): string {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: directory, encoding: 'utf8' })
  return stdout?.trim() || '0'
}
