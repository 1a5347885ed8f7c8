/** What the audit log shows of a call is said in words: every call that is logged has a text in both languages. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isLogged } from '#kit/contract.ts'
import { type ModuleName, moduleFolder } from '#modules/graph.ts'
import { serverModules } from '#server/modules.ts'

const root = join(import.meta.dirname, '../..')

interface Texts {
  readonly audit?: Readonly<Record<string, string>>
}

function textsOf(module: ModuleName, language: string): Texts {
  return JSON.parse(readFileSync(join(root, moduleFolder(module), 'messages', `${language}.json`), 'utf8')) as Texts
}

const logged = serverModules.flatMap((module) =>
  Object.entries(module.contract)
    .filter(([, endpoint]) => isLogged(endpoint))
    .map(([call]) => ({ module: module.name, call })),
)

it.each(['cn', 'en'])('every call that the audit log holds has a text (%s)', (language) => {
  const missing = logged.filter(({ module, call }) => !textsOf(module as ModuleName, language).audit?.[call])
  expect(missing.map(({ module, call }) => `${module}/messages: audit.${call}`)).toEqual([])
})
