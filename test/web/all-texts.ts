/** Every text of the product as the browser client loads it, and every source that may say one. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { moduleFolder, moduleOrder } from '#modules/graph.ts'
import { type Messages, registerMessages, startTexts } from '#web/i18n/texts.ts'

export const languages = ['cn', 'en'] as const
export type Language = (typeof languages)[number]

const root = join(import.meta.dirname, '../..')
const directories: readonly (readonly [name: string, directory: string])[] = [
  ['kit', 'kit'],
  ['shell', 'web'],
  ...moduleOrder.map((name): [string, string] => [name, moduleFolder(name)]),
]

const readMessages = (directory: string, language: Language) =>
  JSON.parse(readFileSync(join(root, directory, `messages/${language}.json`), 'utf8')) as Messages

export async function startAllTexts(): Promise<void> {
  for (const [name, directory] of directories) {
    registerMessages(name, async (language) => ({ default: readMessages(directory, language) }))
  }
  await startTexts(directories.map(([name]) => name))
}

/** Everything that screens and servers are made of. */
export const sources = ['kit', 'web', 'modules']
  .flatMap((directory) =>
    readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(root, directory, file),
    ),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
