/** A copy of the project in which faults are planted. The project itself is only read. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { listFiles, readText, root } from '#tools/check/tree.ts'

export interface FaultCopy {
  readonly directory: string
  /** Puts these texts in place of the project's, until `restore`. */
  plant(files: ReadonlyMap<string, string>): void
  restore(): void
  remove(): void
}

export function createCopy(): FaultCopy {
  const directory = mkdtempSync(join(tmpdir(), 'shuyuan-faults-'))
  for (const file of listFiles([''])) {
    mkdirSync(dirname(join(directory, file)), { recursive: true })
    copyFileSync(join(root, file), join(directory, file))
  }
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'))
  const planted = new Set<string>()
  return {
    directory,
    plant(files) {
      for (const [file, text] of files) {
        planted.add(file)
        writeFileSync(join(directory, file), text)
      }
    },
    restore() {
      for (const file of planted) writeFileSync(join(directory, file), readText(file))
      planted.clear()
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}
