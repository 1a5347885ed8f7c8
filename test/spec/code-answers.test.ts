/** The texts that refusals carry, as the server words them for its caller, against docs/spec/codes.tsv. */
import { expect, it } from 'vitest'
import { errorCode } from '#kit/errors.ts'
import { refusalMessage } from '#server/http/messages.ts'
import { proves } from '#test/proves.ts'
import { englishTexts, saidElsewhere } from './code-texts.ts'
import { readTable, requirementsThatQuote } from './tables.ts'

const rows = readTable('codes', ['code', 'meaning_cn', 'meaning_en'])
const ids = requirementsThatQuote(/Message `([^`]+)` reads /)
const answered = rows.flatMap((row) => {
  const number = /^errors\.(\d+)$/.exec(saidElsewhere[row.code]?.key ?? '')?.[1]
  return number === undefined ? [] : [[row.code, Number(number), row] as const]
})
const asSentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

it('there are messages that refusals carry', () => expect(answered.length).toBeGreaterThan(9))

it.each(answered)('%s stands in a refusal with %i', async (code, number, row) => {
  await proves(
    (ids.get(code) ?? []).map(({ id }) => id),
    () => {
      const [cn, en] = (['cn', 'en'] as const).map((language) => refusalMessage(errorCode(number), language))
      expect(cn).toBe(row.meaning_cn)
      expect(asSentence(en ?? '')).toBe(asSentence(englishTexts[code] ?? row.meaning_en))
    },
  )
})
