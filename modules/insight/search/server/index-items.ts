/** Writes documents into the index: those of some items of one kind and company, in one statement each for rows and passages. */
import { sql } from 'kysely'
import type { Connection } from '#server/db/connection.ts'
import { type SearchDb, searchTables } from './db.ts'
import type { Passage, SearchDocument, SearchKind } from './kinds.ts'
import { titleSounds } from './pinyin.ts'
import { cleanText, companyWord, keyOf, quoted, wordsOf } from './words.ts'

/** A longer text is indexed to here: a book of 300 pages. */
const contentLengthMax = 200_000
/** PostgreSQL takes 1 MB of words; this many pairs of Chinese characters are half of it. */
const wordsMax = 40_000
const passagesMax = 5000
const titleLengthMax = 300
const summaryLengthMax = 600

type Weight = 'A' | 'B' | 'C'

/** The weighted words of the head of a document, as the text of a `tsvector`. */
function headWords(parts: readonly (readonly [text: string, weight: Weight])[], companyId: string): string {
  const weights = new Map<string, Set<Weight>>([[companyWord(companyId), new Set(['A'])]])
  for (const [text, weight] of parts)
    for (const word of wordsOf(text)) weights.set(word, (weights.get(word) ?? new Set()).add(weight))
  const position = { A: 1, B: 2, C: 3 }
  return [...weights].map(([word, of]) => `${quoted(word)}:${[...of].map((one) => `${position[one]}${one}`)}`).join(' ')
}

function joinedText(texts: readonly (string | null | undefined)[]): string {
  const all = texts.flatMap((text) => (text ? [cleanText(text)] : [])).filter((text) => text !== '')
  return all.join('\n').slice(0, contentLengthMax)
}

interface Row extends Record<string, unknown> {
  readonly itemId: string
}

function rowOf(document: SearchDocument, companyId: string, isGated: boolean): Row {
  const title = cleanText(document.title).slice(0, titleLengthMax)
  const summary = cleanText(document.summary ?? '').slice(0, summaryLengthMax)
  const keywords = (document.keywords ?? []).flatMap((one) => (one ? [one] : []))
  const content = joinedText([summary, ...(document.texts ?? [])])
  const open = wordsOf([title, ...keywords, content].join('\n'), new Set([companyWord(companyId)]))
  const all = new Set(open)
  for (const { text } of document.passages ?? []) if (all.size < wordsMax) wordsOf(text, all)
  const sounds = titleSounds([title, ...keywords].join(' '), companyId)
  return {
    ...{ itemId: document.id, title, summary, content, titleKey: keyOf(title) },
    ...{ link: document.link, coverFileId: document.coverFileId ?? null, authorId: document.authorId ?? null },
    ...{ categoryId: document.categoryId ?? null, publishedAt: document.publishedAt ?? null },
    ...{ startsAt: document.startsAt ?? null, endsAt: document.endsAt ?? null, heat: document.heat ?? 0 },
    headWords: headWords(
      [
        [title, 'A'],
        [keywords.join('\n'), 'B'],
        [summary, 'C'],
      ],
      companyId,
    ),
    words: [...all].slice(0, wordsMax),
    openWords: isGated && all.size > open.size ? [...open].slice(0, wordsMax) : null,
    ...{ pinyin: sounds.syllables, initials: sounds.initials },
  }
}

const passageLengthMax = 1200
const sentenceEnd = /[。！？；.!?;\n]/

/** Parts of a text that are short enough to be read as one, cut where a sentence ends. */
function partsOfText(text: string): string[] {
  const parts: string[] = []
  let rest = cleanText(text)
  while (rest.length > passageLengthMax) {
    let end = passageLengthMax
    while (end > passageLengthMax / 2 && !sentenceEnd.test(rest[end - 1] ?? '')) end -= 1
    if (end <= passageLengthMax / 2) end = passageLengthMax
    parts.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return rest === '' ? parts : [...parts, rest]
}

/** Long texts and pages as several passages; what is spoken is short already, and its marks count its characters. */
const inParts = (passage: Passage): Passage[] =>
  passage.second === undefined ? partsOfText(passage.text).map((text) => ({ ...passage, text })) : [passage]

const passageRow = (itemId: string, { text, source, link, second, marks, page }: Passage, place: number) => ({
  ...{ itemId, place, text: cleanText(text), source: cleanText(source), link },
  kind: second !== undefined ? 'second' : page !== undefined ? 'page' : 'text',
  at: second ?? page ?? 0,
  marks: (marks ?? []).flat(),
})

/** A value as a JSON parameter: NUL is no character of a text in PostgreSQL. */
const json = (value: unknown) => JSON.stringify(value).replaceAll('\\u0000', '')

async function writeDocuments(db: SearchDb, kind: SearchKind, companyId: string, rows: readonly Row[], at: number) {
  const words = (name: string) => sql`array_to_tsvector(array(select jsonb_array_elements_text(one.${sql.ref(name)})))`
  await sql`
    insert into search.document as d (company_id, kind, item_id, filter, business_type, category_id, title, summary,
      content, link, cover_file_id, author_id, published_at, starts_at, ends_at, heat, head_words, words, open_words,
      pinyin, initials, title_key, indexed_at)
    select ${companyId}::uuid, ${kind.kind}, one."itemId", ${kind.filter}, ${kind.businessType}::int, one."categoryId",
      one.title, one.summary, one.content, one.link, one."coverFileId", one."authorId", one."publishedAt",
      one."startsAt", one."endsAt", one.heat, one."headWords"::tsvector, ${words('words')},
      case when jsonb_typeof(one."openWords") = 'array' then ${words('openWords')} end,
      ${words('pinyin')}, ${words('initials')}, one."titleKey", ${at}
    from jsonb_to_recordset(${json(rows)}::jsonb) as one("itemId" uuid, "categoryId" uuid, title text, summary text,
      content text, link text, "coverFileId" uuid, "authorId" uuid, "publishedAt" bigint, "startsAt" bigint,
      "endsAt" bigint, heat int, "headWords" text, words jsonb, "openWords" jsonb, pinyin jsonb, initials jsonb,
      "titleKey" text)
    on conflict (kind, item_id) do update set company_id = excluded.company_id, filter = excluded.filter,
      business_type = excluded.business_type, category_id = excluded.category_id, title = excluded.title,
      summary = excluded.summary, content = excluded.content, link = excluded.link,
      cover_file_id = excluded.cover_file_id, author_id = excluded.author_id, published_at = excluded.published_at,
      starts_at = excluded.starts_at, ends_at = excluded.ends_at, heat = excluded.heat,
      head_words = excluded.head_words, words = excluded.words, open_words = excluded.open_words,
      pinyin = excluded.pinyin, initials = excluded.initials, title_key = excluded.title_key,
      indexed_at = excluded.indexed_at`.execute(db)
}

async function writePassages(
  db: SearchDb,
  kind: SearchKind,
  companyId: string,
  rows: readonly unknown[],
  ids: string[],
) {
  await sql`delete from search.passage p using search.document d
    where d.id = p.document_id and d.kind = ${kind.kind} and d.item_id = any(${ids}::uuid[])`.execute(db)
  if (rows.length === 0) return
  await sql`
    insert into search.passage (document_id, place, company_id, text, source, link, kind, at, marks)
    select d.id, one.place, ${companyId}::uuid, one.text, one.source, one.link, one.kind, one.at,
      array(select jsonb_array_elements_text(one.marks)::int)
    from jsonb_to_recordset(${json(rows)}::jsonb) as one("itemId" uuid, place int, text text, source text, link text,
      kind text, at int, marks jsonb)
    join search.document d on d.kind = ${kind.kind} and d.item_id = one."itemId"`.execute(db)
}

/** Reads the items again and writes what is known of them; items without a document leave the index. Returns how many are in it. */
export async function indexItems(
  connection: Connection,
  kind: SearchKind,
  companyId: string,
  ids: readonly string[],
  at: number,
): Promise<number> {
  const db = searchTables(connection)
  const unique = [...new Set(ids)]
  const documents = (await kind.documents(connection, companyId, unique)).filter(({ title }) => cleanText(title) !== '')
  const gone = unique.filter((id) => !documents.some((document) => document.id === id))
  if (gone.length > 0)
    await db.deleteFrom('search.document').where('kind', '=', kind.kind).where('item_id', 'in', gone).execute()
  if (documents.length === 0) return 0
  await writeDocuments(
    db,
    kind,
    companyId,
    documents.map((one) => rowOf(one, companyId, kind.readSql !== undefined)),
    at,
  )
  const passages = documents.flatMap(({ id, passages: all = [] }) =>
    all
      .flatMap(inParts)
      .slice(0, passagesMax)
      .map((passage, place) => passageRow(id, passage, place)),
  )
  await writePassages(
    db,
    kind,
    companyId,
    passages,
    documents.map(({ id }) => id),
  )
  return documents.length
}
