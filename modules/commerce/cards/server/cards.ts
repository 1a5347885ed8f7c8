/** Cards as members see them, and as those who make them keep them. */
import { type RawBuilder, sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { type Caller, coversCompany, type Language } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { everOwned, ownedItems, visibleItems } from '#modules/commerce/entitlements/server.ts'
import { memberCardType } from '#modules/commerce/prices/contract.ts'
import { pageOfCard } from '#modules/commerce/prices/server.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { type AuditFacts, audited } from '#server/audited.ts'
import { given } from '#server/db/given.ts'
import { type Paging, sqlPage } from '#server/db/page.ts'
import { containsSql } from '#server/db/search.ts'
import { managesCards } from '../contract/access.ts'
import { CARD_CHANGED } from '../contract/codes.ts'
import type { CardStatus, ManagedCard, MemberCard, OpenedItem } from '../contract/shapes.ts'
import type { cards } from '../contract.ts'
import type { CardsDb } from './db.ts'

type Shown = Omit<MemberCard, 'isOwned' | 'ownedUntil'>

const columns = sql`c.id, c.name, c.promise, c.color, c.validity_days as "validityDays", c.status`

type Owned = Awaited<ReturnType<typeof ownedItems>>

const withOwned = (card: Shown, owned: Owned): MemberCard => ({
  ...card,
  isOwned: owned.has(card.id),
  ownedUntil: owned.get(card.id) ?? null,
})

const ownedOf = (db: CardsDb, { memberId }: Caller, now: number) => ownedItems(db, memberId, memberCardType, now)

export async function listMemberCards(db: CardsDb, caller: Caller, paging: Paging, now: number) {
  const owned = await ownedOf(db, caller, now)
  const isOwn = sql`c.id = any(${[...owned.keys()]}::uuid[])`
  const matching = sql`from cards.card c
    where c.company_id = ${caller.companyId} and (c.status = 'on-sale' or ${isOwn})`
  const { items, recordCount } = await sqlPage<Shown>(db, paging, {
    matching,
    rows: (window) => sql<Shown>`
      select ${columns} ${matching} order by ${isOwn} desc, c.created_at desc, c.id desc ${window}`,
  })
  return { items: items.map((card) => withOwned(card, owned)), recordCount }
}

/** The card, where the caller may see it: on sale, owned once, or made by those who make cards. */
async function getShown(db: CardsDb, caller: Caller, id: string): Promise<Shown> {
  const { rows } = await sql<Shown>`
    select ${columns} from cards.card c where c.company_id = ${caller.companyId} and c.id = ${id}`.execute(db)
  const [card] = rows
  if (!card) throw refuse(NOT_FOUND)
  if (card.status === 'on-sale' || coversCompany(caller, managesCards.permission)) return card
  if ((await everOwned(db, caller.memberId, memberCardType, [id])).length === 0) throw refuse(NOT_FOUND)
  return card
}

export async function getMemberCard(db: CardsDb, caller: Caller, id: string, now: number): Promise<MemberCard> {
  return withOwned(await getShown(db, caller, id), await ownedOf(db, caller, now))
}

export async function listCardItems(
  db: CardsDb,
  caller: Caller,
  id: string,
  { paging, language, now }: { readonly paging: Paging; readonly language: Language; readonly now: number },
) {
  await getShown(db, caller, id)
  const { items: refs, recordCount } = await pageOfCard(db, { companyId: caller.companyId, cardId: id, now }, paging)
  const named = await visibleItems(db, caller, refs)
  const items = refs.flatMap((ref): OpenedItem[] => {
    const { kind, item } = named(ref)
    if (!kind || !item?.isAvailable) return []
    const { name, link, coverFileId } = item
    const { businessType } = ref
    return [{ id: ref.itemId, businessType, kindName: kind.label[language], name, link, coverFileId }]
  })
  return { items, recordCount }
}

const managedSql = ({ companyId }: Caller, found: RawBuilder<unknown>, window = sql``) => sql<ManagedCard>`
  select ${columns}, c.created_at as "createdAt", c.revision, coalesce(d.full_name, '') as "createdByName"
  from (select c.* ${found} order by c.created_at desc, c.id desc ${window}) c
  left join ${directorySql(companyId)} d on d.id = c.created_by order by c.created_at desc, c.id desc`

export function listManagedCards(db: CardsDb, caller: Caller, query: Input<typeof cards.managedCards>['query']) {
  const { search, status } = query
  const matching = sql`from cards.card c where c.company_id = ${caller.companyId}
    and ${containsSql(sql`c.name`, search)} and ${given(status, (one) => sql`c.status = ${one}`)}`
  return sqlPage<ManagedCard>(db, query, { matching, rows: (window) => managedSql(caller, matching, window) })
}

type Fields = Input<typeof cards.createCard>['body']

const columnsOf = ({ name, promise, color, validityDays }: Fields) => ({
  ...{ name, promise: promise.trim(), color, validity_days: validityDays },
})

export async function createCard(db: CardsDb, caller: Caller, fields: Fields, now: number) {
  const { companyId, memberId } = caller
  await assertClean(db, companyId, { name: fields.name, promise: fields.promise })
  const id = uuid()
  await db
    .insertInto('cards.card')
    .values({ id, company_id: companyId, ...columnsOf(fields), created_by: memberId, created_at: now })
    .execute()
  return { id }
}

/** The card, so that two who change it follow one another. */
async function lockCard(db: CardsDb, { companyId }: Caller, id: string) {
  const card = await db
    .selectFrom('cards.card')
    .select(['revision', 'status'])
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!card) throw refuse(NOT_FOUND)
  return card
}

export async function changeCard(
  db: CardsDb,
  caller: Caller,
  id: string,
  { revision, ...fields }: Input<typeof cards.changeCard>['body'],
) {
  const before = await lockCard(db, caller, id)
  if (before.revision !== revision) throw refuse(CARD_CHANGED, { revision: before.revision })
  await assertClean(db, caller.companyId, { name: fields.name, promise: fields.promise })
  const next = revision + 1
  await db
    .updateTable('cards.card')
    .set({ ...columnsOf(fields), revision: next })
    .where('id', '=', id)
    .execute()
  return { revision: next }
}

export async function setCardStatus(db: CardsDb, caller: Caller, id: string, status: CardStatus) {
  await lockCard(db, caller, id)
  await db.updateTable('cards.card').set({ status }).where('id', '=', id).execute()
  return {}
}

async function factsOf(db: CardsDb, companyId: string, ids: readonly string[]): Promise<AuditFacts[]> {
  const { rows } = await sql<Shown>`
    select ${columns} from cards.card c where c.company_id = ${companyId} and c.id = any(${[...ids]}::uuid[])`.execute(
    db,
  )
  return rows.map((row) => ({ ...row }))
}

export const auditedCards = audited<CardsDb, 'member-card'>({ 'member-card': factsOf })
