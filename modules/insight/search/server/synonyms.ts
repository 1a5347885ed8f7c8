/** Groups of words that mean the same. A word is in one group of its company. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import { type PageOf, sqlPage } from '#server/db/page.ts'
import { contains } from '#server/db/search.ts'
import { lockNames } from '#server/db/transaction.ts'
import type { Context } from '#server/module.ts'
import { SEARCH_WORD_EMPTY, SEARCH_WORD_TAKEN, SEARCH_WORDS_FULL } from '../contract/codes.ts'
import {
  type SearchImport,
  type SynonymGroup,
  searchWordLengthMax,
  synonymGroupsMax,
  synonymsPerGroupMax,
} from '../contract/managing.ts'
import type { search } from '../contract.ts'
import type { SearchDb } from './db.ts'
import { cleanText, keyOf, neededWords } from './words.ts'

const lockName = (companyId: string) => `search synonyms ${companyId}`

export async function listSynonyms(
  db: SearchDb,
  { companyId }: Caller,
  { search: text, ...paging }: Input<typeof search.synonyms>['query'],
): Promise<PageOf<SynonymGroup>> {
  const typed = keyOf(text ?? '')
  const matching = sql`from search.synonym_group g where g.company_id = ${companyId}
    and ${typed === '' ? sql`true` : sql`exists (select from search.synonym s where s.group_id = g.id and s.key like ${contains(typed)})`}`
  const page = await sqlPage(db, paging, {
    matching,
    rows: (window) => sql<SynonymGroup & { readonly memberId: string }>`
      select g.id, g.words, g.updated_at as "updatedAt", g.updated_by as "memberId" ${matching}
      order by g.updated_at desc, g.id ${window}`,
  })
  const members = await membersByIds(
    db,
    companyId,
    page.items.map(({ memberId }) => memberId),
  )
  return {
    ...page,
    items: page.items.map(({ memberId, ...group }) => ({ ...group, updatedBy: members.get(memberId)?.fullName ?? '' })),
  }
}

/** Words as they are shown, by how they are compared; one that nobody could find is refused. */
function wordsByKey(words: readonly string[]): Map<string, string> {
  const byKey = new Map<string, string>()
  for (const word of words) {
    const key = keyOf(word)
    if (neededWords(key) === '') throw refuse(SEARCH_WORD_EMPTY, { word })
    if (!byKey.has(key)) byKey.set(key, cleanText(word))
  }
  return byKey
}

async function insertGroups(
  db: SearchDb,
  { caller, now }: Context,
  groups: readonly (readonly [string, Map<string, string>])[],
) {
  if (groups.length === 0) return
  const { companyId, memberId } = caller
  await db
    .insertInto('search.synonym_group')
    .values(
      groups.map(([id, words]) => ({
        id,
        company_id: companyId,
        words: [...words.values()],
        updated_at: now,
        updated_by: memberId,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((e) => ({ words: e.ref('excluded.words'), updated_at: now, updated_by: memberId })),
    )
    .execute()
  const rows = groups.flatMap(([groupId, words]) => [...words.keys()].map((key) => ({ key, groupId })))
  await sql`insert into search.synonym (company_id, key, group_id)
    select ${companyId}::uuid, one.key, one."groupId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one(key text, "groupId" uuid)`.execute(db)
}

async function countGroups(db: SearchDb, companyId: string): Promise<number> {
  const { count } = await db
    .selectFrom('search.synonym_group')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('company_id', '=', companyId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function saveSynonyms(
  db: SearchDb,
  { id, words }: Input<typeof search.saveSynonyms>['body'],
  context: Context,
) {
  const { companyId } = context.caller
  await lockNames(db, lockName(companyId))
  const byKey = wordsByKey(words)
  const [first] = words
  if (byKey.size < 2) throw refuse(SEARCH_WORD_TAKEN, { word: first })
  const before =
    id &&
    (await db
      .selectFrom('search.synonym_group')
      .select('words')
      .where('id', '=', id)
      .where('company_id', '=', companyId)
      .executeTakeFirst())
  if (id && !before) throw refuse(NOT_FOUND)
  if (!id && (await countGroups(db, companyId)) >= synonymGroupsMax)
    throw refuse(SEARCH_WORDS_FULL, { max: synonymGroupsMax })
  const groupId = id ?? uuid()
  if (id) await db.deleteFrom('search.synonym').where('group_id', '=', id).execute()
  const taken = await takenKeys(db, companyId, [...byKey.keys()])
  const [takenKey] = taken
  if (takenKey !== undefined) throw refuse(SEARCH_WORD_TAKEN, { word: byKey.get(takenKey) })
  await insertGroups(db, context, [[groupId, byKey]])
  const after = [...byKey.values()]
  context.audit({
    type: 'search-synonyms',
    id: groupId,
    name: after.join('、'),
    ...(before && { before: { words: before.words } }),
    after: { words: after },
  })
  return { id: groupId }
}

async function takenKeys(db: SearchDb, companyId: string, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const { rows } = await sql<{ key: string }>`select key from search.synonym
    where company_id = ${companyId} and key = any(${[...keys]}::text[])`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

export async function deleteSynonyms(db: SearchDb, id: string, { caller, audit }: Context) {
  const deleted = await db
    .deleteFrom('search.synonym_group')
    .where('id', '=', id)
    .where('company_id', '=', caller.companyId)
    .returning('words')
    .executeTakeFirst()
  if (!deleted) throw refuse(NOT_FOUND)
  audit({ type: 'search-synonyms', id, name: deleted.words.join('、'), before: { words: deleted.words } })
  return {}
}

type Problem = SearchImport['problems'][number]['problem']

function problemOf(words: readonly string[], known: ReadonlySet<string>): Problem | undefined {
  if (words.some((word) => word.length > searchWordLengthMax)) return 'too-long'
  const keys = new Set(words.map(keyOf))
  if ([...keys].some((key) => neededWords(key) === '')) return 'empty'
  if (keys.size < 2) return 'too-few'
  if (keys.size > synonymsPerGroupMax) return 'too-many'
  return [...keys].some((key) => known.has(key)) ? 'taken' : undefined
}

const problemsMax = 200

/** Groups that are there as they stand are counted as the same; one of which a part is elsewhere is left out. */
export async function importSynonyms(db: SearchDb, text: string, context: Context): Promise<SearchImport> {
  const { companyId } = context.caller
  await lockNames(db, lockName(companyId))
  const lines = text.split('\n').map((line) =>
    line
      .split(/[,，、;；\t]/)
      .map(cleanText)
      .filter((word) => word !== ''),
  )
  const rows = await db.selectFrom('search.synonym_group').select('words').where('company_id', '=', companyId).execute()
  const same = new Set(rows.map(({ words }) => words.map(keyOf).sort().join('\n')))
  const known = new Set(rows.flatMap(({ words }) => words.map(keyOf)))
  const added: [string, Map<string, string>][] = []
  const problems: SearchImport['problems'] = []
  let sameCount = 0
  for (const [index, words] of lines.entries()) {
    if (words.length === 0) continue
    if (same.has([...new Set(words.map(keyOf))].sort().join('\n'))) {
      sameCount += 1
      continue
    }
    const problem = problemOf(words, known)
    if (problem) {
      problems.push({ row: index + 1, value: words.join(',').slice(0, 100), problem })
      continue
    }
    const byKey = wordsByKey(words)
    for (const key of byKey.keys()) known.add(key)
    added.push([uuid(), byKey])
  }
  if (rows.length + added.length > synonymGroupsMax) throw refuse(SEARCH_WORDS_FULL, { max: synonymGroupsMax })
  await insertGroups(db, context, added)
  context.audit({ type: 'search-synonyms', name: '', after: { addedCount: added.length } })
  return {
    addedCount: added.length,
    sameCount,
    problems: problems.slice(0, problemsMax),
    problemCount: problems.length,
  }
}
