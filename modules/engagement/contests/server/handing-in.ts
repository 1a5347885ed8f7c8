/** Handing in works and their versions. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Caller } from '#kit/caller.ts'
import type { Input } from '#kit/contract.ts'
import { NOT_FOUND, refuse } from '#kit/errors.ts'
import { personSkeleton } from '#kit/names.ts'
import { extensionOf } from '#modules/platform/files/contract.ts'
import { fileById, ownsFile, readableFiles } from '#modules/platform/files/server.ts'
import { membersByIds } from '#modules/platform/identity/server.ts'
import { assertClean } from '#modules/platform/words/server.ts'
import { enqueue } from '#server/jobs/queue.ts'
import { AUTHOR_NAMED, CONTEST_NOT_FOR_YOU, FILE_UNFIT, HAND_IN_CLOSED, TOO_MANY, WORK_OUT } from '../contract/codes.ts'
import { versionsMax } from '../contract/fields.ts'
import { type fileKinds, isHandInOpen } from '../contract/states.ts'
import type { contests } from '../contract.ts'
import { type EnteredContest, enterContest } from './contest-record.ts'
import { copyWithoutNames, dropCopies } from './copies.ts'
import type { ContestsDb } from './db.ts'
import { findWork } from './work-record.ts'

type HandedIn = Input<typeof contests.handIn>['body']

const kindOfExtension: Readonly<Record<string, (typeof fileKinds)[number]>> = {
  ...{ mp4: 'video', m4v: 'video', webm: 'video' },
  ...{ pdf: 'document', docx: 'document', pptx: 'document' },
}

/** Nobody: what this reader may read, everybody in the company may. */
const anybody = '00000000-0000-0000-0000-000000000000'

/** Refuses a file of somebody else, one that nothing can show, and one whose name everybody in the company can read. */
async function fitFile(db: ContestsDb, caller: Caller, fileId: string) {
  const file = (await ownsFile(db, caller, fileId)) ? await fileById(db, caller.companyId, fileId) : undefined
  if (!file) throw refuse(FILE_UNFIT, { reason: 'missing' })
  const kind = kindOfExtension[extensionOf(file.name)]
  if (!kind) throw refuse(FILE_UNFIT, { reason: 'type' })
  const open = await readableFiles(db, { companyId: caller.companyId, memberId: anybody }, [fileId])
  if (open.length > 0) throw refuse(FILE_UNFIT, { reason: 'audience' })
  return { name: file.name, kind }
}

async function assertTexts(
  db: ContestsDb,
  { companyId, memberId }: Caller,
  { isAnonymous }: EnteredContest,
  texts: Pick<HandedIn, 'title' | 'text'>,
) {
  await assertClean(db, companyId, { title: texts.title, text: texts.text })
  if (!isAnonymous) return
  const author = (await membersByIds(db, companyId, [memberId])).get(memberId)
  // Neither spaces and signs between its letters nor letters of other scripts make another name of it.
  const names = [author?.fullName ?? '', author?.name ?? ''].map(personSkeleton).filter((name) => [...name].length > 1)
  for (const field of ['title', 'text'] as const) {
    const said = personSkeleton(texts[field])
    if (names.some((name) => said.includes(name))) throw refuse(AUTHOR_NAMED, { field })
  }
}

function assertOpen({ rounds, status, resultsAt }: EnteredContest, at: number, now: number): void {
  const round = rounds[at]
  const isOpen = round !== undefined && isHandInOpen(round, now) && status === 'on-shelf' && resultsAt === null
  if (!isOpen) throw refuse(HAND_IN_CLOSED, { opensAt: round?.opensAt ?? null, closesAt: round?.closesAt ?? null })
}

interface NewVersion {
  readonly workId: string
  readonly number: number
  readonly fileId: string
  readonly file: Awaited<ReturnType<typeof fitFile>>
  readonly now: number
}

async function addVersion(db: ContestsDb, { companyId, isAnonymous }: EnteredContest, version: NewVersion) {
  const { workId, number, fileId, file, now } = version
  await db
    .insertInto('contests.version')
    .values({
      ...{ work_id: workId, number, company_id: companyId, file_id: fileId, file_name: file.name, handed_in_at: now },
      ...{ file_kind: file.kind, copy: isAnonymous ? 'waiting' : 'none' },
    })
    .execute()
  if (isAnonymous) await enqueue(db, copyWithoutNames, { workId, number })
}

export async function handIn(db: ContestsDb, caller: Caller, id: string, input: HandedIn, now: number) {
  // The lock gives numbers without gaps, and one count of the works of a member.
  const contest = await enterContest(db, caller, id, { lock: true })
  if (!contest.isMeant) throw refuse(CONTEST_NOT_FOR_YOU)
  assertOpen(contest, 0, now)
  const { companyId, memberId } = caller
  const isGrouped = contest.groups.length > 0
  if (isGrouped !== contest.groups.some(({ key }) => key === input.groupKey) || (!isGrouped && input.groupKey !== null))
    throw refuse(NOT_FOUND)
  const { rows } = await sql<{ own: number }>`select count(*)::int as own from contests.work w
    where w.contest_id = ${id} and w.member_id = ${memberId} and w.state = 'in'`.execute(db)
  if ((rows[0]?.own ?? 0) >= contest.worksPerMember) throw refuse(TOO_MANY, { max: contest.worksPerMember })
  await assertTexts(db, caller, contest, input)
  const file = await fitFile(db, caller, input.fileId)
  const counted = await sql<{ number: number }>`update contests.contest set works_made = works_made + 1
    where id = ${id} returning works_made as number`.execute(db)
  const workId = uuid()
  await db
    .insertInto('contests.work')
    .values({
      ...{ id: workId, contest_id: id, company_id: companyId, number: counted.rows[0]?.number ?? 0 },
      ...{ member_id: memberId, group_key: input.groupKey, title: input.title.trim(), text: input.text.trim() },
      handed_in_at: now,
    })
    .execute()
  await addVersion(db, contest, { workId, number: 1, fileId: input.fileId, file, now })
  return { id: workId, version: 1 }
}

async function lockOwn(db: ContestsDb, caller: Caller, id: string, now: number) {
  const work = await findWork(db, caller, id, { lock: true })
  if (work.memberId !== caller.memberId) throw refuse(NOT_FOUND)
  const contest = await enterContest(db, caller, work.contestId)
  if (work.state !== 'in') throw refuse(WORK_OUT)
  assertOpen(contest, work.round, now)
  return { work, contest }
}

export async function handInVersion(
  db: ContestsDb,
  caller: Caller,
  id: string,
  { title, text, fileId }: Input<typeof contests.handInVersion>['body'],
  now: number,
) {
  const { work, contest } = await lockOwn(db, caller, id, now)
  if (work.version >= versionsMax) throw refuse(TOO_MANY, { max: versionsMax })
  await assertTexts(db, caller, contest, { title, text })
  const file = await fitFile(db, caller, fileId)
  const version = work.version + 1
  await dropCopies(db, { companyId: caller.companyId, workId: id, since: contest.rounds[work.round]?.opensAt ?? now })
  await addVersion(db, contest, { workId: id, number: version, fileId, file, now })
  await sql`update contests.work set version = ${version}, title = ${title.trim()}, text = ${text.trim()}
    where id = ${id}`.execute(db)
  return { id, version }
}

export async function withdrawWork(db: ContestsDb, caller: Caller, id: string, now: number) {
  await lockOwn(db, caller, id, now)
  await dropCopies(db, { companyId: caller.companyId, workId: id, since: 0 })
  await sql`update contests.work set state = 'withdrawn', recommended_at = null where id = ${id}`.execute(db)
  return { id }
}
