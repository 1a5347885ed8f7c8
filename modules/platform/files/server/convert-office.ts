/** Converts an office file to a PDF by LibreOffice: without macros or external links, in its own profile. */
import { mkdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ConversionInput, NotConvertible } from './conversion-work.ts'
import type { ConversionResult } from './conversions.ts'
import { inspect } from './inspection-threads.ts'
import { extensionOfType } from './media.ts'
import { findOfficeFor } from './office-components.ts'
import { runProgram } from './programs.ts'

const megabyte = 1024 * 1024
const limits = {
  seconds: 180,
  processorSeconds: 240,
  memoryBytes: 4096 * megabyte,
  fileBytes: 400 * megabyte,
}
const pdfBytesMax = 200 * megabyte

/** LibreOffice settings: path, name and value. */
const settings = [
  ['Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
  ['Common/Security/Scripting', 'MacroSecurityLevel', '3'],
  ['Common/Security/Scripting', 'DisableActiveContent', 'true'],
  // Linked pictures and texts are not loaded, neither from this machine nor from another.
  ['Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
  ['Writer/Content/Update', 'Link', '0'],
  ['Calc/Content/Update', 'Link', '2'],
  ['Common/Misc', 'FirstRun', 'false'],
  ['Common/Save/Document', 'UseUserData', 'false'],
] as const

function settingsFile(): string {
  const items = settings.map(
    ([path, name, value]) =>
      `<item oor:path="/org.openoffice.Office.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  )
  // A proxy without a listener blocks the network on systems that cannot isolate it.
  const proxy = (['ooInetHTTP', 'ooInetHTTPS'] as const).map(
    (name) =>
      `<item oor:path="/org.openoffice.Inet/Settings"><prop oor:name="${name}ProxyName" oor:op="fuse"><value>127.0.0.1</value></prop></item>` +
      `<item oor:path="/org.openoffice.Inet/Settings"><prop oor:name="${name}ProxyPort" oor:op="fuse"><value>9</value></prop></item>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${items.join('\n')}
<item oor:path="/org.openoffice.Inet/Settings"><prop oor:name="ooInetProxyType" oor:op="fuse"><value>2</value></prop></item>
${proxy.join('\n')}
</oor:items>
`
}

/** A spreadsheet becomes one page per sheet, because paper pages would cut it unreadably. */
function filterOf(extension: string): string {
  const sheets = extension === 'xls' || extension === 'xlsx'
  return sheets ? 'pdf:calc_pdf_Export:{"SinglePageSheets":{"type":"boolean","value":"true"}}' : 'pdf'
}

export async function convertOffice(work: ConversionInput): Promise<ConversionResult> {
  const { file, directory, signal, progress } = work
  const extension = extensionOfType(file.content_type) ?? ''
  const program = await findOfficeFor(work.outside.config.programs.soffice, extension)
  if (program === undefined) throw new NotConvertible('program')
  const profile = join(directory, 'profile')
  await mkdir(join(profile, 'user'), { recursive: true })
  await writeFile(join(profile, 'user', 'registrymodifications.xcu'), settingsFile())
  const source = join(directory, `document.${extension}`)
  await rename(work.source, source)
  progress(100)
  await runProgram({
    program,
    arguments: [
      `-env:UserInstallation=${pathToFileURL(profile)}`,
      ...['--headless', '--norestore', '--nolockcheck', '--nodefault', '--nofirststartwizard', '--nologo'],
      ...['--convert-to', filterOf(extension), '--outdir', directory, source],
    ],
    directory,
    limits,
    signal,
  })
  progress(800)
  const path = join(directory, 'document.pdf')
  // For a damaged file, LibreOffice exits successfully without a PDF.
  const made = await stat(path).catch(() => undefined)
  if (!made) throw new NotConvertible('unreadable')
  if (made.size > pdfBytesMax) throw new NotConvertible('too-large')
  const found = await inspect(path, 'document.pdf')
  if (found.extension !== 'pdf' || !found.readable) throw new NotConvertible('unreadable')
  const piece = { name: 'pdf', content_type: 'application/pdf', size_bytes: made.size, width: null, height: null }
  return { renditions: [await work.keep({ ...piece, content: { path } })], key: undefined, pages: found.pages }
}
