/**
 * Replays: seconds of work until the video of a room of ten minutes can be played, with a host and two people on the
 * stage. Floor: a bare ffmpeg copy of the same recorded bytes in the same run. Without ffmpeg: what the server does by
 * itself.
 * `node bench/replay.ts`, `--minutes 2` for a look. Needs ffmpeg and no database.
 */
import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import type { PieceFile } from '#modules/live/rooms/server/replay/measurements.ts'
import { makePlainVideo } from '#modules/live/rooms/server/replay/plain-video.ts'
import { makeVideo, type VideoWork } from '#modules/live/rooms/server/replay/video.ts'
import { findProgram } from '#modules/platform/files/server.ts'

const { values: options } = parseArgs({ options: { minutes: { type: 'string' } } })
const minutes = Number(options.minutes ?? 10)
const run = promisify(execFile)
const startedAt = 1_800_000_000_000

const program = await findProgram('ffmpeg')
if (program === undefined) throw new Error('this bench needs ffmpeg')

/** As a browser sends it: 640 × 360 at 25 pictures a second in VP8, and Opus. */
async function record(path: string): Promise<void> {
  const sources = ['-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=25', '-f', 'lavfi', '-i', 'sine=440:r=48000']
  const coded = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '800k', '-g', '250']
  // One minute is made, and repeated: the encoder of the browser is not what is measured.
  const minute = `${path}.minute.webm`
  await run(program ?? '', ['-loglevel', 'error', '-y', ...sources, '-t', '60', ...coded, '-c:a', 'libopus', minute])
  const repeated = ['-stream_loop', String(minutes - 1), '-i', minute, '-c', 'copy', path]
  await run(program ?? '', ['-loglevel', 'error', '-y', ...repeated])
  await rm(minute)
}

async function measured(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1000
}

const directory = await mkdtemp(join(tmpdir(), 'shuyuan-bench-replay-'))
try {
  const host = join(directory, 'host.webm')
  await record(host)
  const guests = [join(directory, 'one.webm'), join(directory, 'two.webm')]
  for (const guest of guests) await copyFile(host, guest)
  const piece = (path: string, participantId: string, at: number): PieceFile => {
    return { path, participantId, source: 'camera', startedAt: startedAt + at }
  }
  const lengthMs = minutes * 60_000
  const alone = [piece(host, 'host', 0)]
  const together = [...alone, piece(guests[0] ?? '', 'one', lengthMs / 5), piece(guests[1] ?? '', 'two', lengthMs / 2)]
  const workOf = async (name: string, pieces: readonly PieceFile[]): Promise<VideoWork> => {
    const folder = join(directory, name)
    await mkdir(folder)
    return {
      ...{ pieces, hostId: 'host', directory: folder, room: { from: startedAt, to: startedAt + lengthMs } },
      ...{ signal: new AbortController().signal, progress: () => undefined },
    }
  }
  const copyArguments = (path: string) => ['-loglevel', 'error', '-y', '-i', path, '-c', 'copy', `${path}.copy.mkv`]
  const floor = await measured(async () => {
    for (const path of [host, ...guests]) await run(program, copyArguments(path))
  })
  const plainWork = await workOf('plain', alone)
  const plain = await measured(() => makePlainVideo(plainWork))
  const aloneWork = await workOf('alone', alone)
  const one = await measured(() => makeVideo(program, aloneWork))
  const togetherWork = await workOf('together', together)
  const three = await measured(() => makeVideo(program, togetherWork))
  const megabytes = (await stat(host)).size / 1024 / 1024
  const line = (name: string, seconds: number) =>
    console.log(
      `| ${name} | ${seconds.toFixed(1)} s | ${(seconds / floor).toFixed(0)} | ${((minutes * 60) / seconds).toFixed(1)} |`,
    )
  console.log(
    `| replay of ${minutes} minutes, ${megabytes.toFixed(0)} MB a person | until it plays | to floor | × real time |`,
  )
  console.log('| --- | --: | --: | --: |')
  line('floor: ffmpeg copies three pieces', floor)
  line('without ffmpeg: the host alone', plain)
  line('host alone', one)
  line('host and two on the stage', three)
} finally {
  await rm(directory, { recursive: true, force: true })
}
