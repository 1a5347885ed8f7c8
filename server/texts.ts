/** The texts of the modules' `messages/` folders, for what the server writes itself: refusals and files. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '#kit/caller.ts'
import { findModuleFolder } from '#modules/graph.ts'

const root = join(import.meta.dirname, '..')

interface Messages {
  readonly [key: string]: Messages | string
}

const known = new Map<string, Messages>()

/** The messages of a folder such as `kit` or `modules/platform/settings`, read once in a process. */
export function messagesIn(folder: string, language: Language): Messages {
  const file = join(root, folder, 'messages', `${language}.json`)
  const messages = known.get(file) ?? (JSON.parse(readFileSync(file, 'utf8')) as Messages)
  known.set(file, messages)
  return messages
}

/** `moduleText('settings', 'audit.changeRule', 'cn')`; undefined where the module has no such text. */
export function moduleText(module: string, key: string, language: Language): string | undefined {
  const folder = findModuleFolder(module)
  return folder === undefined ? undefined : textIn(folder, key, language)
}

/** As `moduleText`, of a folder with messages such as `kit`. */
export function textIn(folder: string, key: string, language: Language): string | undefined {
  let found: Messages | string | undefined = messagesIn(folder, language)
  for (const part of key.split('.'))
    found = typeof found === 'object' && Object.hasOwn(found, part) ? found[part] : undefined
  return typeof found === 'string' ? found : undefined
}

/** The text with its `{placeholders}` filled; one without a value stays. */
export function filledText(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    name in values ? String(values[name]) : placeholder,
  )
}
