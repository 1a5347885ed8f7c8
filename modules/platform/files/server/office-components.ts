/**
 * The installed components of LibreOffice. Distributions package Writer, Calc and Impress separately, and without the
 * right one LibreOffice exits successfully without a PDF.
 */
import { readdir, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findProgram } from './programs.ts'

export interface OfficeComponent {
  readonly name: string
  readonly extensions: readonly string[]
  /** The package of Debian and Ubuntu. */
  readonly package: string
  /** The file that registers it with LibreOffice. */
  readonly registration: string
}

export const officeComponents: readonly OfficeComponent[] = [
  { name: 'Writer', extensions: ['doc', 'docx'], package: 'libreoffice-writer', registration: 'writer.xcd' },
  { name: 'Calc', extensions: ['xls', 'xlsx'], package: 'libreoffice-calc', registration: 'calc.xcd' },
  { name: 'Impress', extensions: ['ppt', 'pptx'], package: 'libreoffice-impress', registration: 'impress.xcd' },
]

/** Relative to the program's folder, on Linux and macOS. */
const registryFolders = ['../share/registry', '../Resources/registry']
/** Every LibreOffice has this file, so a folder without it belongs to another program. */
const commonRegistration = 'main.xcd'

async function registrations(program: string): Promise<readonly string[]> {
  const folder = dirname(await realpath(program))
  for (const place of registryFolders) {
    const names = await readdir(join(folder, place)).catch((): string[] => [])
    if (names.includes(commonRegistration)) return names
  }
  return []
}

/**
 * The installed components; undefined if unknown, for instance behind a wrapper script. Reads one folder on each call,
 * so a newly installed component counts at once.
 */
export async function installedComponents(program: string): Promise<readonly OfficeComponent[] | undefined> {
  const registered = await registrations(program)
  if (registered.length === 0) return undefined
  return officeComponents.filter((component) => registered.includes(component.registration))
}

/** The path of LibreOffice if it opens files with this extension or its components are unknown. */
export async function findOfficeFor(setting: string | null, extension: string): Promise<string | undefined> {
  const program = await findProgram(setting)
  if (program === undefined) return undefined
  const installed = await installedComponents(program)
  const opens = installed?.some((component) => component.extensions.includes(extension)) ?? true
  return opens ? program : undefined
}
