/** A search of a member: exact first, and only where that finds nothing by sound, by words, by any of them. */
import { v7 as uuid } from 'uuid'
import type { Caller, Language } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { pageWindow } from '#kit/schema.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import type { Context } from '#server/module.ts'
import { type SearchFilter, searchFilters } from '../contract/filters.ts'
import {
  type HitPassage,
  hitsCountedMax,
  passagesPerHitMax,
  type SearchAnswer,
  type SearchHit,
} from '../contract/searching.ts'
import type { search } from '../contract.ts'
import type { SearchDb } from './db.ts'
import {
  countByFilter,
  type Found,
  findHits,
  findPassages,
  type HitRow,
  type Looked,
  type PassageRow,
  plannedForWordsSql,
} from './hits.ts'
import { type SearchKind, searchKind } from './kinds.ts'
import { noteSearch } from './log.ts'
import { neededHomophones, neededSounds, soundingAlike } from './pinyin.ts'
import { excerptOf, marksOf, marksOrPairs, type Needed, neededOf, type ParsedQuery, parseQuery } from './query.ts'
import { segmentsOf } from './segment.ts'
import { dictionaryWordsIn, synonymsOf } from './vocabulary.ts'
import { companyWord, quoted } from './words.ts'

type Query = Input<typeof search.search>['query']
type By = NonNullable<SearchAnswer['shownInstead']>['by']

/** A search looks at so many candidates of each index; of a caller who may open few of them, at more. */
const candidatesMax = 1000
const candidatesOfFewMax = 5000

interface Attempt {
  readonly by: By | null
  readonly looked: Looked
  readonly marked: readonly string[]
}

const wordsLooked = ({ all, title, any, key, phrases, without }: Needed): Looked => ({
  ...{ column: 'words', all, title, any, key, phrases, without },
})

function soundLooked(column: 'pinyin' | 'initials', needed: string, companyId: string): Looked {
  const all = `${quoted(companyWord(companyId))} & (${needed})`
  return { column, all, title: needed, any: needed, key: '', phrases: [], without: [] }
}

const termsOf = (words: readonly string[]): ParsedQuery => ({
  ...{ terms: words.map((key) => ({ key, isPhrase: false })), without: [], key: words.join(' ') },
})

/** What is looked for instead of a text that is found nowhere, in this order. */
async function* otherAttempts(db: SearchDb, companyId: string, parsed: ParsedQuery): AsyncGenerator<Attempt> {
  if (parsed.terms.some(({ isPhrase }) => isPhrase) || parsed.without.length > 0) return
  const { syllables, initials } = neededSounds(parsed.key)
  if (syllables !== '') yield { by: 'pinyin', looked: soundLooked('pinyin', syllables, companyId), marked: [] }
  if (initials !== '') yield { by: 'pinyin', looked: soundLooked('initials', initials, companyId), marked: [] }
  const homophones = neededHomophones(parsed.key)
  if (homophones !== '') yield { by: 'homophone', looked: soundLooked('pinyin', homophones, companyId), marked: [] }
  const words = segmentsOf(parsed.key, await dictionaryWordsIn(db, companyId, parsed.key))
  if (words.length === 0) return
  const cut = termsOf(words)
  const synonyms = await synonymsOf(db, companyId, words)
  const all = neededOf({ companyId, parsed: cut, synonyms })
  yield { by: 'words', looked: wordsLooked(all), marked: all.marked }
  if (words.length > 1)
    yield {
      by: 'any',
      looked: wordsLooked(neededOf({ companyId, parsed: cut, synonyms, isAny: true })),
      marked: all.marked,
    }
}

interface Asked {
  readonly caller: Caller
  readonly kinds: readonly SearchKind[]
  readonly query: Query
  readonly filter: string | undefined
  readonly now: number
}

/** The candidates of a caller who may open few of them are cut later. */
async function find(db: SearchDb, asked: Asked, looked: Looked): Promise<{ found: Found; counts: Found['counts'] }> {
  const { limit, offset } = pageWindow(asked.query)
  const shown = Math.max(0, Math.min(limit, hitsCountedMax - offset))
  const one = { ...asked, looked, limit: shown, offset, candidatesMax }
  let found = await findHits(db, one)
  if (found.isCut && found.rows.length < shown)
    found = await findHits(db, { ...one, candidatesMax: candidatesOfFewMax })
  const needsCounts = found.isCut || asked.filter !== undefined
  return { found, counts: needsCounts && looked.column === 'words' ? await countByFilter(db, one) : found.counts }
}

async function searchUntilFound(db: SearchDb, asked: Asked, parsed: ParsedQuery) {
  const { companyId } = asked.caller
  const synonyms = await synonymsOf(
    db,
    companyId,
    parsed.terms.map(({ key }) => key),
  )
  const needed = neededOf({ companyId, parsed, synonyms })
  const exact: Attempt = { by: null, looked: wordsLooked(needed), marked: needed.marked }
  const result = await find(db, asked, exact.looked)
  if (result.counts.length > 0) return { ...result, attempt: exact }
  for await (const attempt of otherAttempts(db, companyId, parsed)) {
    const other = await find(db, asked, attempt.looked)
    if (other.counts.length > 0) return { ...other, attempt }
  }
  return { ...result, attempt: exact }
}

const joinLink = (link: string, name: string, value: number) =>
  `${link}${link.includes('?') ? '&' : '?'}${name}=${value}`

function passageOf(row: PassageRow, marked: readonly string[]): HitPassage {
  const { text, source, kind, link } = row
  const { text: shown, marks } = excerptOf(text, marked, 180)
  const first = marksOf(text, marked)[0]?.[0] ?? 0
  let { at } = row
  for (let index = 0; index + 1 < row.marks.length; index += 2)
    if ((row.marks[index] ?? 0) <= first) at = row.marks[index + 1] ?? at
  const places = { second: joinLink(link, 'at', at), page: joinLink(link, 'page', at), text: link }
  return { text: shown, marks, source, kind, at, link: places[kind] }
}

interface Shown {
  readonly language: Language
  readonly marked: readonly string[]
  readonly typed: string
  readonly by: By | null
  readonly passages: ReadonlyMap<string, PassageRow[]>
  readonly names: ReadonlyMap<string, { readonly fullName: string }>
}

function hitOf(row: HitRow, kinds: ReadonlyMap<string, SearchKind>, shown: Shown): SearchHit[] {
  const kind = kinds.get(row.kind)
  if (!kind) return []
  const { by, marked, typed } = shown
  const alike = by === 'homophone' || by === 'pinyin' ? soundingAlike(row.title, typed) : undefined
  const { id: _id, itemId, mayRead: _mayRead, content, summary, ...fields } = row
  const inSummary = marksOf(summary, marked).length > 0 || content === ''
  const excerpt = excerptOf(inSummary ? summary : content.slice(0), marked)
  return [
    {
      ...{
        ...fields,
        id: itemId,
        kindName: kind.label[shown.language],
        filter: kind.filter,
        businessType: kind.businessType,
      },
      titleMarks: alike ? [alike] : marksOrPairs(row.title, marked),
      ...{ excerpt: excerpt.text, excerptMarks: excerpt.marks },
      passages: (shown.passages.get(row.id) ?? []).map((passage) => passageOf(passage, marked)),
      authorName: row.authorId === null ? '' : (shown.names.get(row.authorId)?.fullName ?? ''),
    },
  ]
}

async function shownHits(
  db: SearchDb,
  asked: Asked,
  rows: readonly HitRow[],
  attempt: Attempt,
  typed: string,
  language: Language,
) {
  const readable = rows.filter(({ mayRead }) => mayRead).map(({ id }) => id)
  const passages = Map.groupBy(
    await findPassages(db, readable, attempt.marked, passagesPerHitMax),
    ({ documentId }) => documentId,
  )
  const authorIds = rows.flatMap(({ authorId }) => (authorId === null ? [] : [authorId]))
  const names = await membersByIds(db, asked.caller.companyId, authorIds)
  const kinds = new Map(asked.kinds.map((kind) => [kind.kind, kind]))
  return rows.flatMap((row) =>
    hitOf(row, kinds, { language, marked: attempt.marked, typed, by: attempt.by, passages, names }),
  )
}

const filterOrder = new Map(searchFilters.map((filter, index) => [filter as string, index]))

function countsOf(counts: Found['counts']): SearchAnswer['counts'] {
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  const known = counts.filter(({ filter }) => filterOrder.has(filter))
  return [{ filter: 'all', count: all }, ...known]
    .map(({ filter, count }) => ({ filter: filter as SearchFilter, count: Math.min(count, hitsCountedMax) }))
    .sort((a, b) => (filterOrder.get(a.filter) ?? 0) - (filterOrder.get(b.filter) ?? 0))
}

const nothing: SearchAnswer = {
  items: [],
  recordCount: 0,
  isMore: false,
  counts: [],
  shownInstead: null,
  searchId: null,
}

/** The kinds of the chosen filter that were asked for; those of no filter belong to `all`. */
function chosenKinds(query: Query): readonly SearchKind[] {
  const named = query.kinds?.split(',')
  return searchKind.all().filter(({ kind }) => named === undefined || named.includes(kind))
}

export async function searchAll(db: SearchDb, query: Query, { caller, language, now }: Context): Promise<SearchAnswer> {
  const parsed = parseQuery(query.query)
  if (parsed.terms.length === 0) return nothing
  const startedAt = performance.now()
  await plannedForWordsSql.execute(db)
  const filter = query.filter === 'all' ? undefined : query.filter
  const asked: Asked = { caller, kinds: chosenKinds(query), query, filter, now }
  const { found, counts, attempt } = await searchUntilFound(db, asked, parsed)
  const items = await shownHits(db, asked, found.rows, attempt, parsed.key, language)
  const ofFilter = counts.reduce((sum, one) => sum + (filter === undefined || one.filter === filter ? one.count : 0), 0)
  const searchId = uuid()
  if ((query.page ?? 1) === 1)
    await noteSearch(db, caller, {
      ...{ id: searchId, text: query.query, filter: query.filter ?? 'all', found: ofFilter },
      ...{ isExact: attempt.by === null, tookMs: Math.round(performance.now() - startedAt), now },
    })
  const [first] = items
  const hint = first?.titleMarks[0] ? first.title.slice(...first.titleMarks[0]) : ''
  return {
    items,
    recordCount: Math.min(ofFilter, hitsCountedMax),
    isMore: ofFilter >= hitsCountedMax && (found.isCut || ofFilter > hitsCountedMax),
    counts: countsOf(counts),
    shownInstead:
      attempt.by === null || counts.length === 0
        ? null
        : { by: attempt.by, text: attempt.by === 'homophone' || attempt.by === 'pinyin' ? hint : '' },
    searchId: (query.page ?? 1) === 1 ? searchId : null,
  }
}
