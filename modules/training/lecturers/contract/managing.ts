/** The calls of those who keep the directory of lecturers. */
import { type Static, Type } from 'typebox'
import { NO_PERMISSION, NOT_FOUND } from '#kit/errors.ts'
import { Body, Done, Id, Instant, Nullable, OneOf, Page, PageQuery } from '#kit/schema.ts'
import { managesLecturers } from './access.ts'
import { Availability, availabilityFields, Day } from './availability.ts'
import { LECTURER_BOOKED, LECTURER_CHANGED, LECTURER_EXISTS } from './codes.ts'
import { LecturerProfile, ListedLecturer, lecturerFilters, TeachingTotals } from './directory.ts'
import { Fee, LecturerInput, lecturerFields } from './fields.ts'

/** The tabs of the list. `ending`: the contract ends soon, or has ended. */
export const lecturerViews = ['all', 'internal', 'external', 'ending', 'disabled'] as const
export type LecturerView = (typeof lecturerViews)[number]
/** A contract ends soon for so many days before its end. */
export const endingDays = 30
export const exportRowsMax = 20_000

const facts = {
  organization: Type.Object({ id: Id, name: Type.String() }),
  memberId: Nullable(Id),
  feeHundredths: Nullable(Fee),
  contractFrom: Nullable(Day),
  contractUntil: Nullable(Day),
  isEnabled: Type.Boolean(),
  totals: TeachingTotals,
  updatedAt: Instant,
  /** Every change carries the revision that was read; another one than the newest is refused. */
  revision: Type.Integer(),
}

export const ManagedLecturer = Type.Object({ ...ListedLecturer.properties, ...facts })
export type ManagedLecturer = Static<typeof ManagedLecturer>

const { introduction } = LecturerProfile.properties
const { phone, email, remark, employer, pictureFileId } = lecturerFields
export const EditedLecturer = Type.Object({
  ...ManagedLecturer.properties,
  ...{ introduction, phone, email, remark, employer, pictureFileId },
  availability: Availability,
})
export type EditedLecturer = Static<typeof EditedLecturer>

/** An entry of the teaching log. */
export const Teaching = Type.Object({
  title: Type.String(),
  /** Where it is opened, as a path of the screens; empty: nowhere. */
  link: Type.String(),
  startsAt: Instant,
  endsAt: Instant,
})
export type Teaching = Static<typeof Teaching>

export const TeachingLog = Type.Object({ ...Page(Teaching).properties, totals: TeachingTotals })
export type TeachingLog = Static<typeof TeachingLog>

/** Entries of which a part lies in the time. */
export const TeachingQuery = PageQuery({ from: Type.Optional(Instant), until: Type.Optional(Instant) })
export type TeachingQuery = Static<typeof TeachingQuery>

export const Revised = Type.Object({ id: Id, revision: Type.Integer() })
export const Revision = Type.Integer({ minimum: 0 })

const access = managesLecturers
const params = Type.Object({ id: Id })
const filters = { ...lecturerFilters, view: Type.Optional(OneOf(lecturerViews)) }
const count = Type.Integer({ minimum: 0 })
const counts = { all: count, internal: count, external: count, ending: count, disabled: count }
const row = [NOT_FOUND, NO_PERMISSION] as const

export const managingCalls = {
  managedLecturers: {
    method: 'GET',
    path: '/training/lecturer-manage',
    summary: 'The lecturers of the organizations of the caller, the last changed first',
    access,
    query: PageQuery(filters),
    response: Type.Object({ ...Page(ManagedLecturer).properties, counts: Type.Object(counts) }),
    cacheSeconds: 0,
  },
  exportLecturers: {
    method: 'GET',
    path: '/training/lecturer-export',
    summary: 'The filtered lecturers as an xlsx file, up to 20,000',
    access,
    query: Type.Object(filters),
    kind: 'stream',
    response: Type.Unknown(),
    timeoutMs: 300_000,
  },
  createLecturer: {
    method: 'POST',
    path: '/training/lecturer-manage',
    summary: 'Enter a member, or a person from outside, into the directory',
    access,
    body: LecturerInput,
    unlogged: ['phone', 'email'],
    response: Revised,
    errors: [...row, LECTURER_EXISTS],
    onSelf: { refused: ['body.memberId'] },
  },
  editedLecturer: {
    method: 'GET',
    path: '/training/lecturer-manage/{id}',
    summary: 'A lecturer with fee, contract and availability',
    access,
    params,
    response: EditedLecturer,
    errors: row,
    cacheSeconds: 0,
  },
  changeLecturer: {
    method: 'PUT',
    path: '/training/lecturer-manage/{id}',
    summary: 'Change what the directory keeps of a lecturer',
    access,
    params,
    body: Body({ ...lecturerFields, revision: Revision }),
    unlogged: ['phone', 'email'],
    response: Revised,
    errors: [...row, LECTURER_CHANGED],
    onSelf: { refusedByRow: 'the entry belongs to the member' },
  },
  changeAvailability: {
    method: 'PUT',
    path: '/training/lecturer-manage/{id}/availability',
    summary: 'Write the weekly hours and days off of a lecturer',
    access,
    params,
    body: Body({ ...availabilityFields, revision: Revision }),
    response: Revised,
    errors: [...row, LECTURER_CHANGED],
  },
  enableLecturer: {
    method: 'PUT',
    path: '/training/lecturer-manage/{id}/enabled',
    summary: 'Enable or disable a lecturer. Who is disabled is listed and booked no more; what was planned stays',
    access,
    params,
    body: Body({ isEnabled: Type.Boolean() }),
    response: Revised,
    errors: row,
    onSelf: { refusedByRow: 'enabling the entry of the caller' },
  },
  deleteLecturer: {
    method: 'DELETE',
    path: '/training/lecturer-manage/{id}',
    summary: 'Delete a lecturer that the teaching log does not name',
    access,
    params,
    response: Done,
    errors: [...row, LECTURER_BOOKED],
    onSelf: { refusedByRow: 'the entry belongs to the member' },
  },
  teachingLog: {
    method: 'GET',
    path: '/training/lecturer-manage/{id}/log',
    summary: 'What a lecturer teaches and has taught, the latest first',
    access,
    params,
    query: TeachingQuery,
    response: TeachingLog,
    errors: row,
    cacheSeconds: 0,
  },
} as const
