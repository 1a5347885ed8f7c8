/**
 * docs/spec/codes.tsv against what the browser says and does: each code and each message in both languages, and each
 * reaction of the client to a refusal with that code.
 */
import '../web/browser.ts'
import '../web/fake-server.ts'
import { Type } from 'typebox'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { contract } from '#kit/contract.ts'
import { proves } from '#test/proves.ts'
import { call, queryClient } from '#web/api/query.ts'
import { setToken } from '#web/api/token.ts'
import { errorText, switchLanguage, useText } from '#web/i18n/texts.ts'
import { Notices } from '#web/ui/Notices.tsx'
import { confirmBlockingAlert, currentNotices, dismissNotice } from '#web/ui/notify.ts'
import { languages, sources, startAllTexts } from '../web/all-texts.ts'
import { address } from '../web/browser.ts'
import { serve } from '../web/fake-server.ts'
import { renderedMarkup } from '../web/rendered.ts'
import { decidedReactions, englishTexts, numbersOfCases, saidElsewhere, textPatterns } from './code-texts.ts'
import { inStep, outOfStep, readTable, requirementsThatQuote } from './tables.ts'

const rows = readTable('codes', ['code', 'meaning_cn', 'meaning_en', 'reaction'])
type Row = (typeof rows)[number]

const isMessage = ({ code }: Row) => /^(ui|dict)\./.test(code)
const numbersOf = ({ code }: Row) => numbersOfCases[code] ?? (/^\d+$/.test(code) ? [Number(code)] : [])
const isSaid = (row: Row) =>
  new RegExp(`['"\`]${row.code.replaceAll('.', '\\.')}['"\`]`).test(sources) || row.code in saidElsewhere
const isServed = (row: Row) =>
  isMessage(row) ? isSaid(row) : /^(HTTP \d+|default)$/.test(row.code) || numbersOf(row).length > 0

/** Remarks of the table in brackets at the end: "(hint)", "(legacy)", "(written 19e4)". */
const withoutRemark = (text: string) => text.replace(/ \([^)]*\)$/, '')
/** Screens begin a text with a capital letter, whatever stands in the table. */
const asSentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Each text reads as the row says in this language, letter for letter but for what code-texts.ts says. */
function expectText(row: Row, language: 'cn' | 'en', text: string): void {
  const pattern = textPatterns[row.code]?.[language]
  const english = englishTexts[row.code] ?? withoutRemark(row.meaning_en)
  if (pattern) expect(text).toMatch(pattern)
  else if (language === 'en') expect(asSentence(text)).toBe(asSentence(english))
  else expect(text).toBe(row.meaning_cn)
}

const Any = Type.Unsafe<Record<string, unknown>>({})
const api = contract({ save: { method: 'POST', path: '/save', summary: '', access: 'signed-in', response: Any } })

beforeAll(() => startAllTexts())

function leaveNothing(): void {
  for (const notice of currentNotices().notices) dismissNotice(notice.id)
  if (currentNotices().alert) confirmBlockingAlert()
  address.hash = '#/center'
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  queryClient.clear()
  leaveNothing()
})

afterEach(async () => {
  leaveNothing()
  vi.useRealTimers()
  await switchLanguage('cn')
})

/** The texts that stand on the screen, of notifications and of the blocking alert. */
function shown(): { notifications: string[]; alert: string | undefined } {
  const page = renderedMarkup(<Notices />).replaceAll('&#x27;', "'")
  return {
    notifications: [...page.matchAll(/<span>([^<]*)<\/span>/g)].map(([, text = '']) => text),
    alert: /<p>([^<]*)<\/p>/.exec(page)?.[1],
  }
}

async function refuse(status: number, errorCode?: number): Promise<void> {
  setToken({ tokenType: 'Bearer', accessToken: 'old' })
  // A message of the server itself is never shown.
  serve(() => ({ status, json: { ...(errorCode !== undefined && { errorCode }), message: 'at Object.<anonymous>' } }))
  await expect(call(api.save)).rejects.toThrow()
  await vi.advanceTimersByTimeAsync(0)
}

const signIn = '/login?returnTo=%2Fcenter'

const reactions: Readonly<Record<string, (row: Row, language: 'cn' | 'en', number: number) => Promise<void>>> = {
  async notification(row, language, number) {
    await refuse(422, number)
    expect(shown()).toEqual({ notifications: [expect.any(String)], alert: undefined })
    expectText(row, language, shown().notifications[0] ?? '')
    expect(address.hash).toBe('#/center')
  },
  async 'blocking alert'(row, language, number) {
    await refuse(422, number)
    expect(shown().notifications).toEqual([])
    expectText(row, language, shown().alert ?? '')
    expect(address.hash).toBe('#/center')
  },
  async 'error page'(row, language, number) {
    await refuse(422, number)
    expect(address.hash).toBe(`#/home/error-page/${number}`)
    expect(shown()).toEqual({ notifications: [], alert: undefined })
    expectText(row, language, await errorText(String(number)))
  },
  async redirect(row, language, number) {
    await refuse(401, number)
    expectText(row, language, shown().notifications[0] ?? '')
    await vi.advanceTimersByTimeAsync(1999)
    expect(address.hash).toBe('#/center')
    await vi.advanceTimersByTimeAsync(1)
    expect(address.hash).toBe(signIn)
  },
}

/** Which ids a row proves: those that say of the code what the reaction above asserts, and nothing beside it. */
const quoted = requirementsThatQuote(
  /errorCodes? (\d+).* (?:in a 422 answer (?:shows (?:the notification|a blocking alert)|opens the error page)|arrives with 401: its text shows and login opens)/,
)
const quotedOtherwise: Readonly<Record<string, readonly `${Uppercase<string>}-${number}`[]>> = {
  30207: ['SHELL-105'],
  '2000035-2000037': ['SYSTEM-108'],
  '85001-85013': ['COMMERCE-095'],
  '86001-86017': ['COMMERCE-098'],
  '7004xx-7005xx': ['COMMUNITY-243'],
  '7011xx': ['COMMERCE-112'],
}
/** Cases without a number in the table: the requirement names the case in the words of the row. */
const quotedByCase = requirementsThatQuote(
  /The case "([^"]+)" answers its code of the range .* and shows the notification/,
)
const idsOf = ({ code, meaning_en }: Row) => [
  ...[...(quoted.get(code) ?? []), ...(quotedByCase.get(meaning_en) ?? [])].map(({ id }) => id),
  ...(quotedOtherwise[code] ?? []),
]

async function inBothLanguages(check: (language: 'cn' | 'en') => Promise<void> | void): Promise<void> {
  for (const language of languages) {
    await switchLanguage(language)
    leaveNothing()
    await check(language)
  }
}

const byCode = (some: readonly Row[]) => some.map((row): [string, Row] => [row.code, row])
const servedRows = rows.filter(isServed)

describe('codes.tsv', () => {
  it('has each row served or pending', () => {
    expect(rows.length).toBeGreaterThan(190)
    expect(
      outOfStep(
        'codes',
        rows.map(({ code }) => code),
        (code) => servedRows.some((row) => row.code === code),
      ),
    ).toEqual(inStep)
  })

  it('[SHELL-095] is one dictionary: a code finds its text in whichever module it stands', async () => {
    for (const row of servedRows) for (const number of numbersOf(row)) expectText(row, 'cn', await errorText(number))
  })

  it('has a row for every case that a requirement names', () => {
    const cases = new Set(rows.map(({ meaning_en }) => meaning_en))
    expect(quotedByCase.size).toBeGreaterThan(29)
    expect([...quotedByCase.keys()].filter((one) => !cases.has(one))).toEqual([])
  })

  it('needs every decision of code-texts.ts', () => {
    const codes = new Set(rows.map(({ code }) => code))
    const decided = [numbersOfCases, textPatterns, englishTexts, decidedReactions, saidElsewhere].flatMap(Object.keys)
    expect(decided.filter((code) => !codes.has(code))).toEqual([])
    const needless = rows.filter(({ code, meaning_en }) => {
      const own = englishTexts[code]
      return own !== undefined && asSentence(own) === asSentence(withoutRemark(meaning_en))
    })
    expect(needless).toEqual([])
  })

  it.each(byCode(servedRows.filter((row) => numbersOf(row).length > 0)))(
    '%s is said as the table says',
    async (code, row) => {
      const react = reactions[decidedReactions[code]?.reaction ?? row.reaction]
      if (!react) throw new Error(`the reaction "${row.reaction}" of ${code} is not known`)
      const check = () =>
        inBothLanguages(async (language) => {
          for (const number of numbersOf(row)) {
            leaveNothing()
            await react(row, language, number)
          }
        })
      const ids = idsOf(row)
      await (ids.length === 0 ? check() : proves(ids, check))
    },
  )

  it('HTTP 401 without a code leads to the sign-in page at once', async () => {
    await refuse(401)
    expect(address.hash).toBe(signIn)
    expect(shown().notifications).toEqual([])
  })

  it.each(byCode(rows.filter(({ code }) => /^HTTP (?!401)|^default$/.test(code))))(
    '%s is said as the table says',
    async (code, row) => {
      expect(['message', 'notification']).toContain(row.reaction)
      await inBothLanguages(async (language) => {
        await (code === 'default' ? refuse(422, 123456789) : refuse(Number(code.slice(5))))
        expect(shown().notifications).toHaveLength(1)
        expectText(row, language, shown().notifications[0] ?? '')
        expect(address.hash).toBe('#/center')
      })
    },
  )
})

it('[SHELL-096] each status of the map http-reaction has the reaction that its label describes', async () => {
  const statuses = readTable('maps', ['map', 'value', 'label_cn']).filter(({ map }) => map === 'http-reaction')
  const codes = new Map(rows.map((row) => [row.code, row]))
  const reactionsOfLabels: Readonly<Record<string, readonly string[]>> = {
    提示后2秒跳转登录: ['90901'],
    无权限提示: ['HTTP 403'],
    '错误页、阻断弹窗或通知': ['900005', '30207', '900001'],
    网络繁忙: ['HTTP 500', 'HTTP 502', 'HTTP 504'],
  }
  expect(statuses.map(({ value }) => value)).toEqual(['401', '403', '422', '500', '502', '504'])
  for (const { value, label_cn } of statuses) {
    for (const code of reactionsOfLabels[label_cn] ?? []) {
      const row = codes.get(code)
      if (!row) throw new Error(`${code} is not in the table`)
      leaveNothing()
      const number = Number(code)
      if (Number.isFinite(number)) await reactions[row.reaction]?.(row, 'cn', number)
      else {
        await refuse(Number(value))
        expectText(codes.get(`HTTP ${value}`) ?? row, 'cn', shown().notifications[0] ?? '')
      }
    }
  }
})

function Said({ module, name }: { readonly module: string; readonly name: string }) {
  const t = useText(module)
  // What stands in braces is compared with the braces of the table.
  return t(name, { row: '{row}', column: '{column}', words: '{words}', N: '{N}' })
}

const messageIds = requirementsThatQuote(/Message `([^`]+)` reads /)

describe('a message of codes.tsv', () => {
  it.each(byCode(servedRows.filter(isMessage)))(
    '%s reads as the table says, wherever it is said',
    async (code, row) => {
      const places = [
        { module: 'kit', key: code },
        { module: 'identity', key: code },
        ...(saidElsewhere[code] ? [saidElsewhere[code]] : []),
      ]
      const check = () =>
        inBothLanguages((language) => {
          const texts = places
            .map(({ module, key }) => [renderedMarkup(<Said module={module} name={key} />), key] as const)
            .filter(([text, key]) => text !== key)
          expect(texts.length).toBe(code in saidElsewhere ? 2 : 1)
          for (const [text] of texts) expectText(row, language, text)
        })
      const ids = (messageIds.get(code) ?? []).map(({ id }) => id)
      expect(ids.length).toBeGreaterThan(0)
      await proves(ids, check)
    },
  )
})
