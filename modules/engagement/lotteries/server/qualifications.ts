/**
 * What a lottery asks of members besides that it is meant for them (COMMERCE-084): that they have finished something, or hold a
 * member card. Whatever can be studied is among it by itself; other modules above register what else can be asked for.
 */
import { sql } from 'kysely'
import type { Caller, Language } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { refuse } from '#kit/errors.ts'
import { entitledMembers, findSoldKind } from '#modules/commerce/entitlements/server.ts'
import { memberCardType } from '#modules/commerce/prices/contract.ts'
import { type StudyKind, studyKind } from '#modules/content/study/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { extensionPoint } from '#server/extension.ts'
import { QUALIFICATION_UNKNOWN } from '../contract/codes.ts'
import type { QualificationInput } from '../contract/fields.ts'
import type { lotteries } from '../contract.ts'
import type { LotteriesDb } from './db.ts'

interface Qualifying {
  readonly id: string
  readonly name: string
  /** Where members find it. */
  readonly link: string
}

export interface LotteryQualification {
  readonly kind: string
  readonly label: Readonly<Record<Language, string>>
  /** What the caller may choose from, by name, at most `limit`. */
  search(db: Connection, caller: Caller, search: string, limit: number): Promise<readonly Qualifying[]>
  /** Those of these ids that the company has. One statement. */
  items(db: Connection, companyId: string, ids: readonly string[]): Promise<readonly Qualifying[]>
  /** Those of the members who have it now. */
  fulfilled(
    db: Connection,
    of: {
      readonly companyId: string
      readonly memberIds: readonly string[]
      readonly id: string
      readonly now: number
    },
  ): Promise<ReadonlySet<string>>
}

/** @public For modules above, whose members may be asked for something before they draw. */
export const lotteryQualification = extensionPoint<LotteryQualification>('lotteries.qualification')

const finished = ({ businessType, label, search, items, states }: StudyKind): LotteryQualification => ({
  kind: `finished-${businessType}`,
  label: { cn: `学完${label.cn}`, en: `Finished: ${label.en}` },
  search: (db, caller, typed, limit) => search(db, caller, typed, limit),
  items,
  async fulfilled(db, { companyId, memberIds, id }) {
    const found = await states(db, companyId, memberIds, [id])
    return new Set(found.filter(({ isFinished }) => isFinished).map(({ memberId }) => memberId))
  },
})

/** Whoever holds the card now: it is active, and its validity goes on. */
export const holdsCard = lotteryQualification({
  kind: 'member-card',
  label: { cn: '持有会员卡', en: 'Holds the member card' },
  search: async (db, caller, typed, limit) =>
    (await findSoldKind(memberCardType)?.search?.(db, caller, typed, limit)) ?? [],
  items: async (db, companyId, ids) => (await findSoldKind(memberCardType)?.items(db, companyId, ids)) ?? [],
  async fulfilled(db, { memberIds, id, now }) {
    const isEntitled = await entitledMembers(db, memberIds, memberCardType, [id], now)
    return new Set(memberIds.filter((memberId) => isEntitled(memberId, id)))
  },
})

const qualificationKinds = (): LotteryQualification[] => [
  ...studyKind.all().map(finished),
  ...lotteryQualification.all(),
]
const findKind = (kind: string) => qualificationKinds().find((one) => one.kind === kind)

export async function qualificationsOf(db: LotteriesDb, lotteryId: string): Promise<readonly QualificationInput[]> {
  const rows = await db
    .selectFrom('lotteries.qualification')
    .select(['kind', 'item_id as itemId'])
    .where('lottery_id', '=', lotteryId)
    .orderBy('place')
    .execute()
  return rows
}

/** Those of the qualifications that the member does not have. There are at most a few, each asked by an index. */
export async function missingQualifications(
  db: LotteriesDb,
  { memberId, companyId }: Caller,
  wanted: readonly QualificationInput[],
  now: number,
): Promise<readonly QualificationInput[]> {
  const missing: QualificationInput[] = []
  for (const one of wanted) {
    const asked = { companyId, memberIds: [memberId], id: one.itemId, now }
    const holders = await findKind(one.kind)?.fulfilled(db, asked)
    if (!holders?.has(memberId)) missing.push(one)
  }
  return missing
}

/** What they are called and where they are found, in their order. */
export async function namedQualifications(
  db: LotteriesDb,
  companyId: string,
  wanted: readonly QualificationInput[],
  language: Language,
) {
  const found = new Map<string, Qualifying>()
  for (const [kind, ones] of Map.groupBy(wanted, (one) => one.kind)) {
    const ids = ones.map(({ itemId }) => itemId)
    for (const item of (await findKind(kind)?.items(db, companyId, ids)) ?? []) found.set(`${kind} ${item.id}`, item)
  }
  return wanted.map(({ kind, itemId }) => {
    const item = found.get(`${kind} ${itemId}`)
    return {
      kind,
      itemId,
      label: findKind(kind)?.label[language] ?? '',
      name: item?.name ?? '',
      link: item?.link ?? '',
    }
  })
}

export async function assertQualificationsKnown(
  db: LotteriesDb,
  companyId: string,
  wanted: readonly QualificationInput[],
): Promise<void> {
  const named = await namedQualifications(db, companyId, wanted, 'cn')
  if (named.some(({ name }) => name === '')) throw refuse(QUALIFICATION_UNKNOWN)
}

/** In place of those that the draft had. */
export async function writeQualifications(
  db: LotteriesDb,
  { id, companyId }: { readonly id: string; readonly companyId: string },
  wanted: readonly QualificationInput[],
): Promise<void> {
  await sql`delete from lotteries.qualification where lottery_id = ${id}`.execute(db)
  if (wanted.length === 0) return
  const rows = wanted.map(({ kind, itemId }, place) => ({
    ...{ lottery_id: id, company_id: companyId, place, kind, item_id: itemId },
  }))
  await db.insertInto('lotteries.qualification').values(rows).execute()
}

const choicesMax = 20

/** What a lottery may ask for: the kinds, and what of the named one the caller may choose. */
export async function qualificationChoices(
  db: LotteriesDb,
  caller: Caller,
  { kind, search = '' }: Input<typeof lotteries.lotteryQualifications>['query'],
  language: Language,
) {
  const kinds = qualificationKinds().map((one) => ({ kind: one.kind, label: one.label[language] }))
  const found = kind === undefined ? [] : ((await findKind(kind)?.search(db, caller, search, choicesMax)) ?? [])
  return { kinds, items: found.map(({ id, name }) => ({ id, name })) }
}
