/** Answers that come by a file which the examinee has saved without a network. */

import { sql } from 'kysely'
import type { Caller } from '#kit/caller.ts'
import { refuse } from '#kit/errors.ts'
import { directorySql } from '#modules/platform/identity/server.ts'
import type { AnswersHandedIn } from '../contract/answer-file.ts'
import { ANSWER_FILE_INVALID } from '../contract/codes.ts'
import { type AnswerFileKeys, openAnswers } from './answer-file-keys.ts'
import type { AttemptRecord } from './attempts.ts'
import type { ExamsDb } from './db.ts'
import { scoreAgain } from './finishing.ts'
import { addIncident } from './incidents.ts'
import { type FiledEvents, storeFiled } from './journal.ts'
import { getStaffed, lockStaffedAttempt } from './staff.ts'

async function openedFor(db: ExamsDb, examId: string, file: string) {
  const { rows } = await sql<{ keys: AnswerFileKeys | null }>`
    select answer_file_keys as keys from exams.exam where id = ${examId}`.execute(db)
  const keys = rows[0]?.keys
  const filed = keys && openAnswers(file, keys)
  if (!filed) throw refuse(ANSWER_FILE_INVALID)
  return filed
}

async function nameOf(db: ExamsDb, { companyId, memberId }: AttemptRecord): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select p.full_name as name from ${directorySql(companyId)} p where p.id = ${memberId}`.execute(db)
  return rows[0]?.name ?? ''
}

const sum = (parts: readonly FiledEvents[], key: 'taken' | 'known' | 'late') =>
  parts.reduce((total, part) => total + part[key], 0)

/** A repeat changes nothing. The time of typing is the device's own word: whoever hands the file in answers for it. */
export async function handInAnswerFile(
  db: ExamsDb,
  caller: Caller,
  examId: string,
  file: string,
  now: number,
): Promise<AnswersHandedIn> {
  await getStaffed(db, caller, examId, 'invigilator')
  const { attemptId, batches } = await openedFor(db, examId, file)
  const attempt = await lockStaffedAttempt(db, caller, attemptId, 'invigilator', now)
  if (attempt.examId !== examId) throw refuse(ANSWER_FILE_INVALID)
  const parts: FiledEvents[] = []
  for (const batch of batches) parts.push(await storeFiled(db, attempt, batch, now))
  const taken = sum(parts, 'taken')
  const places = new Set(parts.flatMap((part) => part.places))
  const isSubmitted = attempt.state !== 'in-progress'
  const state = isSubmitted && places.size > 0 ? await scoreAgain(db, attempt, [...places], now) : attempt.state
  const examinee = await nameOf(db, attempt)
  if (taken > 0) await addIncident(db, caller, { examId, attemptId, kind: 'answer-file', text: String(taken) }, now)
  const times = batches.flatMap(({ events }) => events.map(({ at }) => at))
  const lastTypedAt = times.length === 0 ? null : Math.max(...times)
  return {
    ...{ examinee, number: attempt.number, state, taken, lastTypedAt },
    ...{ known: sum(parts, 'known'), late: sum(parts, 'late') },
  }
}
