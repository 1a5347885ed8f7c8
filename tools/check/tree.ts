/** The files of the repository as the checks see them: what is written by hand, parsed once. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

export const root = join(import.meta.dirname, '../..')

export interface Problem {
  /** Relative to the root; a line may follow after a colon. */
  readonly place: string
  readonly text: string
}

const skippedDirectories = new Set(['node_modules', '.git', 'data', 'dist', '.cache', 'test-results'])

function walk(directory: string, found: string[]): void {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) {
      if (!skippedDirectories.has(entry.name)) walk(path, found)
    } else if (entry.isFile()) found.push(relative(root, path))
  }
}

/** Every file below `directories` (the whole tree where none is named) whose name ends with one of `endings`. */
export function listFiles(endings: readonly string[], directories: readonly string[] = ['.']): string[] {
  const found: string[] = []
  for (const directory of directories) walk(join(root, directory), found)
  return found.filter((file) => endings.some((ending) => file.endsWith(ending))).sort()
}

const sourceDirectories = ['kit', 'modules', 'server', 'web', 'test', 'bench', 'tools', 'demo'] as const

/** Files of modules to come: the laws are checked in a module that is made of them (test/rules/new-module.test.ts). */
const isTemplate = (file: string) => /^tools\/new-module\/\w+\//.test(file)

/** The program files, without what is generated. */
export function listSources(): string[] {
  const directories = sourceDirectories.filter(isDirectory)
  return listFiles(['.ts', '.tsx', '.mjs'], directories).filter((file) => !file.endsWith('.d.ts') && !isTemplate(file))
}

/** Whether the folder, relative to the root, is there. */
export function isDirectory(directory: string): boolean {
  return statSync(join(root, directory), { throwIfNoEntry: false })?.isDirectory() ?? false
}

export function readText(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

export function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++
  return line
}

export function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file) || file.startsWith('test/')
}
