/** The labels of docs/spec/maps.tsv as the screens say them, in both languages. */
import '../web/browser.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { proves } from '#test/proves.ts'
import { mapText } from '#web/i18n/map-text.ts'
import { switchLanguage, useText } from '#web/i18n/texts.ts'
import { languages, sources, startAllTexts } from '../web/all-texts.ts'
import { readable, renderedMarkup } from '../web/rendered.ts'
import { mapBindings } from './map-bindings.ts'
import { idsOfMap, readMaps } from './map-rows.ts'

const maps = readMaps()

const root = join(import.meta.dirname, '../..')

beforeAll(() => startAllTexts())
afterEach(() => switchLanguage('cn'))

function Label({ module, name }: { readonly module: string; readonly name: string }) {
  return useText(module)(name, { shown: '{shown}', count: '{count}' })
}

/** Screens begin a label with a capital letter or not, as the place wants it; remarks of the table in brackets may go. */
const plain = (label: string) => label.charAt(0).toUpperCase() + label.slice(1)
const withoutRemark = (label: string) => label.replace(/ ?[(（][^)）]*[)）]$/, '')

const labelled = Object.entries(mapBindings).flatMap(([name, { key, ...rest }]) =>
  key ? [[name, { ...rest, key }] as const] : [],
)

describe('a map of maps.tsv', () => {
  it.each(labelled)('%s is said with the labels of the table', async (name, binding) => {
    const check = async () => {
      for (const language of languages) {
        await switchLanguage(language)
        for (const row of maps.get(name) ?? []) {
          const shown = readable(renderedMarkup(<Label module={binding.module} name={binding.key(row.value)} />))
          const decided = binding.labels?.[language]?.[row.value]
          const specified = decided ?? row[`label_${language}`]
          expect([specified, withoutRemark(specified)].map(plain), `${name} ${row.value}`).toContain(plain(shown))
        }
      }
    }
    if (!binding.saidBy) return check()
    const [file, code] = binding.saidBy
    await proves(idsOfMap(name), async () => {
      await check()
      expect(readFileSync(join(root, file), 'utf8')).toContain(code)
    })
  })

  it('that no screen says, proves no id yet', () => {
    const unsaid = labelled.flatMap(([name, { saidBy, key, module }]) => {
      const prefix = key('').replace(/(undefined|\d)?$/, '')
      const asked = sources.includes(`'${name}'`) && module === 'live' && sources.includes(`mapLabel('${name}'`)
      return saidBy || !(asked || sources.includes(`\`${prefix}`) || sources.includes(`mapText('${name}'`))
        ? []
        : [name]
    })
    expect(unsaid, 'bind these to the screen that says them').toEqual([])
  })

  it('needs each label that differs', () => {
    const needless = Object.entries(mapBindings).flatMap(([name, { labels = {} }]) =>
      languages.flatMap((language) =>
        (maps.get(name) ?? []).filter(
          (row) =>
            labels[language]?.[row.value] !== undefined &&
            plain(labels[language][row.value] ?? '') === plain(row[`label_${language}`]),
        ),
      ),
    )
    expect(needless).toEqual([])
  })

  it('shows a dash for a value that it does not have, never the value', () => {
    for (const value of [99, -1, '', null, undefined]) expect(mapText('join-status', value)).toBe('–')
  })
})
