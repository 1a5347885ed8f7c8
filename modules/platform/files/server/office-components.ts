/**
 * Which office files the LibreOffice of this machine opens. Distributions package Writer, Calc and Impress apart, and a
 * LibreOffice without the right one ends in success and makes no PDF.
 */
import { readdir, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findProgram } from './programs.ts'

export interface OfficeComponent {
  readonly name: string
  readonly extensions: readonly string[]
  /** Of Debian and Ubuntu. */
  readonly package: string
  /** The file that registers it with LibreOffice. */
  readonly registration: string
}

export const officeComponents: readonly OfficeComponent[] = [
  { name: 'Writer', extensions: ['doc', 'docx'], package: 'libreoffice-writer', registration: 'writer.xcd' },
  { name: 'Calc', extensions: ['xls', 'xlsx'], package: 'libreoffice-calc', registration: 'calc.xcd' },
  { name: 'Impress', extensions: ['ppt', 'pptx'], package: 'libreoffice-impress', registration: 'impress.xcd' },
]

/** From the folder of the program, on Linux and on macOS. */
const registryFolders = ['../share/registry', '../Resources/registry']
/** Registers what every LibreOffice has: a folder without it is not LibreOffice's. */
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
 * The components that are installed. undefined where that is not to be told, as behind a script that calls LibreOffice
 * elsewhere. Reads one folder and starts nothing, so that a component counts from the moment when it is installed.
 */
export async function installedComponents(program: string): Promise<readonly OfficeComponent[] | undefined> {
  const registered = await registrations(program)
  if (registered.length === 0) return undefined
  return officeComponents.filter((component) => registered.includes(component.registration))
}

/** LibreOffice, where it is installed and opens files with this extension, or does not tell what it opens. */
export async function findOfficeFor(setting: string | null, extension: string): Promise<string | undefined> {
  const program = await findProgram(setting)
  if (program === undefined) return undefined
  const installed = await installedComponents(program)
  const opens = installed?.some((component) => component.extensions.includes(extension)) ?? true
  return opens ? program : undefined
}
