/** The texts of refusals in the caller's language. The client has all other texts. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '#kit/caller.ts'
import type { ErrorCode } from '#kit/errors.ts'
import { moduleFolder, moduleOrder } from '#modules/graph.ts'

const root = join(import.meta.dirname, '../..')

interface MessageFile {
  readonly errors?: Readonly<Record<string, string>>
}

function readErrors(language: Language): ReadonlyMap<string, string> {
  const directories = ['kit', ...moduleOrder.map(moduleFolder)].map((folder) => join(root, folder, 'messages'))
  const texts = directories.flatMap((directory) => {
    const file = JSON.parse(readFileSync(join(directory, `${language}.json`), 'utf8')) as MessageFile
    return Object.entries(file.errors ?? {})
  })
  return new Map(texts)
}

const texts = { cn: readErrors('cn'), en: readErrors('en') }

/** The text of a refusal; `data` fills its `{placeholders}`. */
export function refusalMessage(error: ErrorCode, language: Language, data: Record<string, unknown> = {}): string {
  const text = texts[language].get(String(error.code)) ?? texts[language].get('default') ?? ''
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => (name in data ? String(data[name]) : placeholder))
}

/** `Accept-Language: cn | en` of our client, or what browsers send; Chinese where nothing fits (SHELL-009). */
export function languageOf(header: string | undefined): Language {
  return header !== undefined && /^\s*en/i.test(header) ? 'en' : 'cn'
}
