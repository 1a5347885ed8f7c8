/** Programs that tests use and that Debian and Ubuntu have a package for. */
import { spawnSync } from 'node:child_process'

/** Whether packages can be installed here without asking anybody. */
export function isDebianRoot(): boolean {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
}

/** Installs packages, quietly. What could not be installed is missing afterwards; the caller looks. */
export function installPackages(packages: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const run = (args: readonly string[]) => spawnSync('apt-get', args, { stdio: ['ignore', 'ignore', 'inherit'], env })
  run(['update', '-qq'])
  run(['install', '-y', '-qq', '--no-install-recommends', ...packages])
}

/**
 * Brings ffmpeg for the tests of video conversion. Where it can't be had they are skipped, as the product itself does
 * without: a video is then played as it is.
 */
export function bringFfmpeg(log: (line: string) => void): void {
  if (spawnSync('ffmpeg', ['-version']).status === 0) return
  if (isDebianRoot()) {
    log('There is no ffmpeg here for the tests of video conversion; fetching it …')
    installPackages(['ffmpeg'])
  }
  if (spawnSync('ffmpeg', ['-version']).status !== 0) log('Without ffmpeg: the tests of video conversion are skipped.')
}
