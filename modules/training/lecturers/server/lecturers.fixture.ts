/** Lecturers and what they teach, for tests and demo data. */
import { v7 as uuid } from 'uuid'
import type { Connection } from '#server/db/connection.ts'
import { type Availability, newAvailability } from '../contract/availability.ts'
import { type LecturerFields, newLecturer } from '../contract/fields.ts'
import { bookLecturers } from './bookings.ts'
import { lecturersTables } from './db.ts'
import { columnsOf } from './input.ts'

export interface BuiltLecturer extends Partial<LecturerFields> {
  readonly id?: string
  readonly companyId: string
  /** Left out: an external one, of the organization, or of the company. */
  readonly memberId?: string
  readonly availability?: Availability
  readonly isEnabled?: boolean
  readonly now: number
}

/** Answers the id. */
export async function buildLecturer(connection: Connection, input: BuiltLecturer): Promise<string> {
  const { id = uuid(), companyId, memberId, availability = newAvailability, isEnabled = true, now, ...fields } = input
  const ofKind =
    memberId === undefined
      ? { fullName: '顾明', employer: '明德咨询', organizationId: companyId }
      : { fullName: '', organizationId: null }
  await lecturersTables(connection)
    .insertInto('lecturers.lecturer')
    .values({
      ...{ id, company_id: companyId, kind: memberId === undefined ? 'external' : 'internal' },
      ...{ member_id: memberId ?? null, ...columnsOf({ ...newLecturer, ...ofKind, ...fields }) },
      ...{ availability: JSON.stringify(availability), is_enabled: isEnabled, created_at: now, updated_at: now },
    })
    .execute()
  return id
}

interface BuiltTeaching {
  readonly companyId: string
  readonly lecturerIds: readonly string[]
  readonly from: number
  readonly to: number
  readonly title?: string
  readonly link?: string
  readonly refId?: string
}

/** Books lecturers for something of no module; answers its reference. */
export async function buildTeaching(connection: Connection, { refId = uuid(), ...input }: BuiltTeaching) {
  const ref = { refKind: 'lesson', refId }
  await bookLecturers(connection, { title: '目标与辅导', ...input, ...ref })
  return ref
}
