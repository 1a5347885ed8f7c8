/** Check-in lists for tests and demo data. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import type { CheckInInput } from '../contract/check-ins.ts'
import { columnsOf } from './check-in-record.ts'
import { attendanceTables } from './db.ts'
import { newSecret } from './signed-codes.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** A session of three hours that begins at `startsAt`; its check-in opens half an hour before and closes at its end. */
export function sessionInput({
  startsAt,
  ...input
}: Partial<CheckInInput> & { readonly startsAt: number }): CheckInInput {
  return {
    ...{ title: '第一天上午', kind: 'in', ways: ['qr', 'scan'], lateAfter: 10, earlyBefore: 10, place: null },
    ...{ activityId: null, makesUpFor: null, codeWord: '' },
    ...{ startsAt, endsAt: startsAt + 3 * hourMs, opensAt: startsAt - 30 * minuteMs, closesAt: startsAt + 3 * hourMs },
    ...input,
  }
}

export interface BuiltCheckIn extends Partial<CheckInInput> {
  readonly classId: string
  readonly companyId: string
  readonly startsAt: number
  readonly secret?: string
}

export async function buildCheckIn(
  connection: Connection,
  { classId, companyId, secret = newSecret(), ...input }: BuiltCheckIn,
): Promise<string> {
  const id = uuid()
  await attendanceTables(connection)
    .insertInto('attendance.check_in')
    .values({ id, class_id: classId, company_id: companyId, secret, ...columnsOf(sessionInput(input)) })
    .execute()
  return id
}
