/** A copy of the repository in which laws can be broken, to see that the check of each reports it. */
import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, extname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const left = new Set(['node_modules', '.git', 'data', 'dist', '.cache', 'test-results'])
const media = new Set(['.mp4', '.webm', '.mp3', '.m4a', '.pdf', '.png', '.jpg', '.webp', '.wav'])

export interface PlantedTree {
  readonly directory: string
  /** Writes a file; its folder is made. */
  write(path: string, text: string): void
  /** Replaces the first occurrence; fails where there is none, so that a plant can't miss silently. */
  replace(path: string, found: string, replacement: string): void
  /** The output of a program of the copy, and how it ended. */
  run(
    args: readonly string[],
    environment?: Readonly<Record<string, string>>,
  ): Promise<{ code: number; output: string }>
  remove(): void
}

export function copyTree(): PlantedTree {
  const directory = mkdtempSync(join(tmpdir(), 'shuyuan-planted-'))
  for (const entry of readdirSync(root)) {
    if (left.has(entry)) continue
    cpSync(join(root, entry), join(directory, entry), { recursive: true, filter: (path) => !media.has(extname(path)) })
  }
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'))
  copyTypeRecords(directory)
  return {
    directory,
    write(path, text) {
      mkdirSync(dirname(join(directory, path)), { recursive: true })
      writeFileSync(join(directory, path), text)
    },
    replace(path, found, replacement) {
      const text = readFileSync(join(directory, path), 'utf8')
      if (!text.includes(found)) throw new Error(`${path} has no ${found}`)
      writeFileSync(
        join(directory, path),
        text.replace(found, () => replacement),
      )
    },
    run: (args, environment = {}) => runNode(directory, args, environment),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}

/**
 * Checks the types of the project itself where no check has done so yet, so that the checks of its copies only look at what
 * differs: a tenth of the time. What is wrong with them is reported by the check.
 */
export async function recordTypes(): Promise<void> {
  await runNode(root, ['tools/check.ts', '--only', 'server types,web types'], {})
}

function copyTypeRecords(directory: string): void {
  const cache = join(root, '.cache')
  if (!existsSync(cache)) return
  mkdirSync(join(directory, '.cache'))
  for (const entry of readdirSync(cache)) {
    if (entry.endsWith('.tsbuildinfo')) cpSync(join(cache, entry), join(directory, '.cache', entry))
  }
}

function runNode(
  directory: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: directory, env: { ...process.env, ...environment } })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk
      })
    }
    child.on('error', reject)
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
