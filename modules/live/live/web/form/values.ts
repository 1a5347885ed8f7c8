/** The values of the live form, and its payload. Pure: the form, its tests and the modal use the same rules. */
import { durationDefaultMinutes, type Live, type LiveCopy } from '../../contract/shapes.ts'
import { isLegacy, type LiveMode, type Supplier } from '../../contract/states.ts'

export type LiveFormType = Live['type']
export type ShareScope = Live['shareScope']
export type ExecutionMode = Live['executionMode']

/** The mode of the form: create, change, submit again, or view. */
export type FormMode = 'detail' | 'edit' | 'resubmit' | 'view'

export interface ChosenLecturer {
  readonly id: string
  readonly fullName: string
}

export interface ChosenOrganization {
  readonly id: string
  readonly name: string
}

/** The values of the fields: numbers are texts until they are sent. */
export interface LiveFormValues {
  readonly subject: string
  /** 1 immediate, 2 scheduled. Not the live's own `liveType` (LIVE-047). */
  readonly type: LiveFormType
  readonly startTime: number | null
  readonly liveMode: LiveMode | null
  readonly shareScope: ShareScope | null
  /** Of share scope 4. */
  readonly organizations: readonly ChosenOrganization[]
  readonly members: readonly ChosenLecturer[]
  readonly executionMode: ExecutionMode | null
  readonly estimateDuration: string
  readonly planNumber: string
  readonly desc: string
  readonly lecturerDesc: string
  readonly lecturers: readonly ChosenLecturer[]
  /** The uploaded picture's id, and its name in answers: `files/{id}`. */
  readonly cover: string
  readonly coverPath: string
}

/** LIVE-032, LIVE-041. */
export const newLive: LiveFormValues = {
  subject: '',
  type: 2,
  startTime: null,
  liveMode: null,
  shareScope: null,
  organizations: [],
  members: [],
  executionMode: 0,
  estimateDuration: String(durationDefaultMinutes),
  planNumber: '',
  desc: '',
  lecturerDesc: '',
  lecturers: [],
  cover: '',
  coverPath: '',
}

/** The part of a live session that the form shows. */
export type EditedLive = Pick<
  Live,
  | 'subject'
  | 'type'
  | 'startTime'
  | 'estimateDuration'
  | 'planNumber'
  | 'shareScope'
  | 'audience'
  | 'executionMode'
  | 'desc'
  | 'genseeDesc'
  | 'lecturerDesc'
  | 'lecturers'
  | 'cover'
  | 'coverPath'
  | 'vhallExtendInfo'
>

/** The form of an existing live session. Its description has two names (LIVE-031). */
export function valuesOf(live: EditedLive): LiveFormValues {
  return {
    subject: live.subject,
    type: live.type,
    startTime: live.startTime,
    liveMode: live.vhallExtendInfo.liveMode,
    shareScope: live.shareScope,
    organizations: live.audience?.organizations ?? [],
    members: (live.audience?.members ?? []).map(({ id, fullName }) => ({ id, fullName })),
    executionMode: live.executionMode,
    estimateDuration: String(live.estimateDuration),
    planNumber: live.planNumber === null ? '' : String(live.planNumber),
    desc: live.desc ?? live.genseeDesc ?? '',
    lecturerDesc: live.lecturerDesc,
    lecturers: live.lecturers.map(({ id, fullName }) => ({ id, fullName })),
    cover: live.cover ?? '',
    coverPath: live.coverPath,
  }
}

/** The form of a copy: all but the time, which is the copy's own. */
export function valuesOfCopy(copy: LiveCopy): LiveFormValues {
  return { ...valuesOf({ ...copy, type: newLive.type, startTime: 0 }), startTime: null }
}

/** The body that the calls accept. */
export interface LivePayload {
  readonly subject: string
  readonly type: LiveFormType
  readonly startTime?: number
  readonly liveMode: LiveMode
  readonly shareScope: ShareScope
  readonly audience?: { readonly organizationIds: string[]; readonly memberIds: string[] }
  readonly executionMode: ExecutionMode
  readonly estimateDuration?: number
  readonly planNumber?: number
  readonly desc?: string
  readonly genseeDesc?: string
  readonly lecturerDesc?: string
  readonly lecturerIds: string[]
  readonly cover?: string
  readonly coverPath?: string
}

const idsOf = (chosen: readonly { readonly id: string }[]) => chosen.map(({ id }) => id)

const isEmpty = (value: unknown) => value === '' || value === null || value === undefined

/**
 * The payload: no empty values except 0, numbers as numbers, the start in milliseconds (LIVE-101). The description goes
 * under the name of the supplier's family (LIVE-031). Call it only with valid values.
 */
export function payloadOf(form: LiveFormValues, supplier: Supplier): LivePayload {
  const { lecturers, organizations, members, desc, ...values } = form
  const digits = (text: string) => (text.trim() === '' ? undefined : Number(text))
  const all = {
    ...values,
    subject: values.subject.trim(),
    [isLegacy(supplier) ? 'genseeDesc' : 'desc']: desc.trim(),
    lecturerDesc: values.lecturerDesc.trim(),
    // An immediate live session starts at the moment of its creation.
    startTime: values.type === 1 ? undefined : values.startTime,
    estimateDuration: digits(values.estimateDuration),
    planNumber: digits(values.planNumber),
    lecturerIds: idsOf(lecturers),
    audience:
      values.shareScope === 4 ? { organizationIds: idsOf(organizations), memberIds: idsOf(members) } : undefined,
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => !isEmpty(value))) as unknown as LivePayload
}
