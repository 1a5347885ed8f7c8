/**
 * Comparisons of faces. The pictures are files of the member; their bytes are read, and the service is asked, while no
 * transaction is open. What came of it is written for itself, so that whoever asked for it finds it.
 */
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import { NOT_FOUND, refuse, TOO_MANY_CALLS } from '#kit/errors.ts'
import { deleteFile, fileById, ownsFile } from '#modules/platform/files/server.ts'
import { ruleValue } from '#modules/platform/settings/server.ts'
import type { Connection } from '#server/db/connection.ts'
import { inTransaction, lockNames } from '#server/db/transaction.ts'
import { FaceUnusable, type Outside } from '#server/outside.ts'
import {
  comparisonsMax,
  FACE_BUSY,
  FACE_FAILED,
  FACE_KEPT,
  FACE_MISSING,
  FACE_NOT_OPEN,
  FACE_UNUSABLE,
  faceTriesMax,
  triesWindowMs,
} from '../contract.ts'
import { type FacesDb, facesTables } from './db.ts'

/** What tells whether a service is set up. */
export type Comparing = Pick<Outside, 'compareFaces'>
type FaceOutcome = 'same' | 'other' | 'unusable' | 'busy'

const pictureBytesMax = 3_000_000

/** Whether the company compares faces. */
export async function facesAreOpen(connection: Connection, companyId: string, outside: Comparing): Promise<boolean> {
  if (!outside.compareFaces) return false
  const { switchOpen } = await ruleValue(connection, companyId, 'FACE_CONFIG')
  return switchOpen === '1'
}

async function assertOpen(db: FacesDb, companyId: string, outside: Outside) {
  const { compareFaces } = outside
  if (!compareFaces || !(await facesAreOpen(db, companyId, outside))) throw refuse(FACE_NOT_OPEN)
  return compareFaces
}

async function assertOwnPicture(db: FacesDb, caller: Caller, fileId: string): Promise<void> {
  const isOwn = await ownsFile(db, caller, fileId)
  const file = isOwn ? await fileById(db, caller.companyId, fileId) : undefined
  if (!file?.contentType.startsWith('image/')) throw refuse(NOT_FOUND)
  if (file.sizeBytes > pictureBytesMax) throw refuse(FACE_UNUSABLE)
}

const bytesOf = async (outside: Outside, fileId: string) => buffer(await outside.storage.get(fileId))

/** What the service says of two pictures; never a failure of it. */
async function outcomeOf(
  outside: Outside,
  compare: NonNullable<Outside['compareFaces']>,
  ids: readonly [string, string],
) {
  try {
    const [one, other] = await Promise.all(ids.map((id) => bytesOf(outside, id)))
    if (!one || !other) return 'unusable'
    return (await compare(one, other)).isSame ? 'same' : 'other'
  } catch (error) {
    return error instanceof FaceUnusable ? 'unusable' : 'busy'
  }
}

async function findReference(db: FacesDb, { companyId, memberId }: Caller) {
  return db
    .selectFrom('faces.reference')
    .select(['file_id', 'consented_at'])
    .where('member_id', '=', memberId)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
}

export async function ownFace(db: FacesDb, caller: Caller, outside: Outside) {
  const reference = await findReference(db, caller)
  return {
    isOpen: await facesAreOpen(db, caller.companyId, outside),
    consentedAt: reference?.consented_at ?? null,
  }
}

/** A picture that is comparable with itself shows a face. Of two at once one is kept. */
export async function keepFace(db: FacesDb, caller: Caller, fileId: string, outside: Outside, now: number) {
  const { companyId, memberId } = caller
  const compare = await assertOpen(db, companyId, outside)
  await assertOwnPicture(db, caller, fileId)
  if (await findReference(db, caller)) throw refuse(FACE_KEPT)
  const outcome = await outcomeOf(outside, compare, [fileId, fileId])
  if (outcome === 'busy') throw refuse(FACE_BUSY)
  if (outcome !== 'same') throw refuse(FACE_UNUSABLE)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('faces.reference')
    .values({ member_id: memberId, company_id: companyId, file_id: fileId, consented_at: now })
    .onConflict((conflict) => conflict.column('member_id').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) throw refuse(FACE_KEPT)
  return {}
}

export async function removeFace(
  connection: Connection,
  { companyId, memberId }: Pick<Caller, 'companyId' | 'memberId'>,
) {
  const row = await facesTables(connection)
    .deleteFrom('faces.reference')
    .where('member_id', '=', memberId)
    .where('company_id', '=', companyId)
    .returning('file_id')
    .executeTakeFirst()
  if (row) await deleteFile(connection, companyId, row.file_id)
  return {}
}

interface Tries {
  readonly all: number
  readonly others: number
}

async function triesOf(db: FacesDb, memberId: string, now: number): Promise<Tries> {
  const { rows } = await sql<Tries>`
    select count(*)::int as all, count(*) filter (where outcome = 'other')::int as others from faces.comparison
    where member_id = ${memberId} and at > ${now - triesWindowMs}`.execute(db)
  return rows[0] ?? { all: 0, others: 0 }
}

/** Counted before the service is asked, under the member's name: tries at one moment are counted one by one. */
async function beginComparison(db: FacesDb, { companyId, memberId }: Caller, fileId: string, now: number) {
  return inTransaction(db, async (transaction) => {
    await lockNames(transaction, `face ${memberId}`)
    const tables = facesTables(transaction)
    if ((await triesOf(tables, memberId, now)).all >= comparisonsMax) throw refuse(TOO_MANY_CALLS)
    const id = uuid()
    // Should this process die now, the service did not answer.
    await tables
      .insertInto('faces.comparison')
      .values({ id, company_id: companyId, member_id: memberId, file_id: fileId, outcome: 'busy', at: now })
      .execute()
    return id
  })
}

export async function compareFace(db: FacesDb, caller: Caller, fileId: string, outside: Outside, now: number) {
  const compare = await assertOpen(db, caller.companyId, outside)
  await assertOwnPicture(db, caller, fileId)
  const reference = await findReference(db, caller)
  if (!reference) throw refuse(FACE_MISSING)
  // The picture that is kept proves nothing about who sits there now.
  if (reference.file_id === fileId) throw refuse(NOT_FOUND)
  const id = await beginComparison(db, caller, fileId, now)
  const outcome = await outcomeOf(outside, compare, [reference.file_id, fileId])
  await db.updateTable('faces.comparison').set({ outcome }).where('id', '=', id).execute()
  if (outcome === 'busy') throw refuse(FACE_BUSY)
  if (outcome === 'unusable') throw refuse(FACE_UNUSABLE)
  if (outcome === 'same') return {}
  const { others } = await triesOf(db, caller.memberId, now)
  throw refuse(FACE_FAILED, { count: Math.max(0, faceTriesMax - others) })
}

/** What is known of a picture that a member wants to be let in with. */
export interface ComparedFace {
  /** Of the last comparison of this picture; undefined: it was never compared. */
  readonly outcome: FaceOutcome | undefined
  /** The member keeps no picture to compare with. */
  readonly isMissing: boolean
  /** Pictures of somebody else within the last minutes. */
  readonly failures: number
}

export async function comparedFace(
  connection: Connection,
  caller: Caller,
  fileId: string,
  now: number,
): Promise<ComparedFace> {
  const db = facesTables(connection)
  const { rows } = await sql<{ outcome: FaceOutcome | null }>`
    select outcome from faces.comparison
    where member_id = ${caller.memberId} and company_id = ${caller.companyId} and file_id = ${fileId}
      and at > ${now - triesWindowMs}
    order by at desc limit 1`.execute(db)
  const { others } = await triesOf(db, caller.memberId, now)
  return {
    outcome: rows[0]?.outcome ?? undefined,
    isMissing: (await findReference(db, caller)) === undefined,
    failures: others,
  }
}
