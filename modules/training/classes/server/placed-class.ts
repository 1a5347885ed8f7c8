/** A class as those meet it who look for a place in it. */
import { sql } from 'kysely'
import { refuse } from '#kit/errors.ts'
import { CLASS_CANCELLED, CLASS_CLOSED, CLASS_MISSING } from '../contract/codes.ts'
import type { EnrollmentRules } from '../contract/fields.ts'
import type { ClassFacts } from '../contract/states.ts'
import { factsSql, shownSql } from './class-fields.ts'
import type { ClassesDb } from './db.ts'

export interface PlacedClass extends ClassFacts {
  readonly id: string
  readonly companyId: string
  readonly organizationId: string
  readonly authorId: string
  readonly name: string
  readonly capacity: number
  readonly placesTaken: number
  readonly organizationIds: readonly string[]
  readonly managerIds: readonly string[]
  readonly teacherIds: readonly string[]
  readonly enrollment: EnrollmentRules
}

const placedSql = sql`s.id, s.company_id as "companyId", s.organization_id as "organizationId", s.author_id as "authorId",
  ${shownSql}, ${factsSql}, s.status, s.places_taken as "placesTaken", s.organization_ids as "organizationIds",
  s.manager_ids as "managerIds", s.teacher_ids as "teacherIds", s.enrollment`

interface Ref {
  readonly id: string
  readonly companyId: string
}

interface Reading {
  /** Keeps it as it is until the end of the transaction: for this one alone, or shared with others that only read. */
  readonly lock: boolean | 'share'
}

const locks = { true: sql`for no key update`, share: sql`for share`, false: sql`` }

/** The class of a company; `orNone` answers undefined where there is none, in place of a refusal. */
export async function findPlacedClass(db: ClassesDb, ref: Ref, reading: Reading): Promise<PlacedClass>
export async function findPlacedClass(
  db: ClassesDb,
  ref: Ref,
  reading: Reading & { readonly orNone: true },
): Promise<PlacedClass | undefined>
export async function findPlacedClass(
  db: ClassesDb,
  { id, companyId }: Ref,
  { lock, orNone = false }: Reading & { readonly orNone?: boolean },
): Promise<PlacedClass | undefined> {
  const { rows } = await sql<PlacedClass>`
    select ${placedSql} from classes.class s
    where s.id = ${id} and s.company_id = ${companyId} and s.deleted_at is null
    ${locks[`${lock}`]}`.execute(db)
  if (!rows[0] && !orNone) throw refuse(CLASS_MISSING)
  return rows[0]
}

/** Refuses what concerns the places of a class that is closed, revoked, or not published yet. */
export function assertRunning({ status, closedAt }: PlacedClass): void {
  if (closedAt !== null) throw refuse(CLASS_CLOSED)
  if (status === 'off-shelf') throw refuse(CLASS_CANCELLED)
  if (status === 'draft') throw refuse(CLASS_MISSING)
}
