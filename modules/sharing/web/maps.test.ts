/** The words of the specification's maps and messages, as the screens of sharing have them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { actionTypes, businessTypes, shareChannels } from '../contract.ts'
import { isShortened } from './links.ts'

const root = join(import.meta.dirname, '../../..')
const rowsOf = (file: string) =>
  readFileSync(join(root, 'docs/spec', file), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
const textsOf = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, never>

interface Texts {
  readonly channel: Readonly<Record<string, string>>
  readonly kind: Readonly<Record<string, string>>
}

const languages = [
  ['cn', 3],
  ['en', 2],
] as const
const mapOf = (name: string, column: number) =>
  Object.fromEntries(rowsOf('maps.tsv').flatMap((row) => (row[0] === name ? [[row[1] ?? '', row[column] ?? '']] : [])))
const plain = (words: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(words).map(([key, word]) => [key, word.toLowerCase()]))

describe('maps', () => {
  it('[SYSTEM-157] what is shared is one of the 17 kinds, named as the map says; who carries a live is left out', () => {
    const wanted = mapOf('business-type', 3)
    expect(Object.keys(wanted).map(Number)).toEqual([...businessTypes])
    const { kind } = textsOf('modules/sharing/messages/cn.json') as unknown as Texts
    expect(kind).toEqual(
      Object.fromEntries(Object.entries(wanted).map(([key, word]) => [key, word.replace(/（.*）$/, '')])),
    )
  })

  it('[SYSTEM-158] the channels are named as the map says', () => {
    expect(Object.keys(mapOf('share-channel', 3))).toEqual([...shareChannels])
    for (const [language, column] of languages) {
      const { channel } = textsOf(`modules/sharing/messages/${language}.json`) as unknown as Texts
      // The popup names the service, not the code that it reads.
      const wanted = { ...mapOf('share-channel', column), weChat: language === 'cn' ? '微信' : 'WeChat' }
      expect(plain(channel)).toEqual(plain(wanted))
    }
  })

  it('[SYSTEM-159] a record says shared (2) or poster downloaded (3)', () => {
    expect(Object.keys(mapOf('action-type', 3)).map(Number)).toEqual(Object.values(actionTypes))
  })
})

describe('what a QR code holds', () => {
  it('[SYSTEM-129] is the text itself where it begins with neither http nor https', () => {
    for (const text of ['书院', 'ftp://example.cn', 'javascript:alert(1)', 'httpd', ' https://example.cn', ''])
      expect(isShortened(text), text).toBe(false)
    for (const text of ['http://example.cn', 'https://example.cn', 'HTTPS://EXAMPLE.CN'])
      expect(isShortened(text), text).toBe(true)
  })
})
