/** What stands in the live form, and what of it is sent. Pure: the form, its tests and the modal read the same rules. */
import { durationDefaultMinutes, type Live } from '../../contract/shapes.ts'
import { isLegacy, type LiveMode, type Supplier } from '../../contract/states.ts'

export type LiveFormType = Live['type']
export type ShareScope = Live['shareScope']
export type ExecutionMode = Live['executionMode']

/** How the form is open: for a new live, to change one, to submit one for review again, or to look at one. */
export type FormMode = 'detail' | 'edit' | 'resubmit' | 'view'

export interface ChosenLecturer {
  readonly id: string
  readonly fullName: string
}

/** As the fields hold it: numbers are texts until they are sent. */
export interface LiveFormValues {
  readonly subject: string
  /** 1 immediate, 2 scheduled. Not the live's own `liveType` (LIVE-047). */
  readonly type: LiveFormType
  readonly startTime: number | null
  readonly liveMode: LiveMode | null
  readonly shareScope: ShareScope | null
  readonly executionMode: ExecutionMode | null
  readonly estimateDuration: string
  readonly planNumber: string
  readonly desc: string
  readonly lecturerDesc: string
  readonly lecturers: readonly ChosenLecturer[]
  /** The uploaded picture's id, and how answers name it: `files/{id}`. */
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
  executionMode: 0,
  estimateDuration: String(durationDefaultMinutes),
  planNumber: '',
  desc: '',
  lecturerDesc: '',
  lecturers: [],
  cover: '',
  coverPath: '',
}

/** A live as answers have it, as far as the form shows it. */
export type EditedLive = Pick<
  Live,
  | 'subject'
  | 'type'
  | 'startTime'
  | 'estimateDuration'
  | 'planNumber'
  | 'shareScope'
  | 'executionMode'
  | 'desc'
  | 'genseeDesc'
  | 'lecturerDesc'
  | 'lecturers'
  | 'cover'
  | 'coverPath'
  | 'vhallExtendInfo'
>

/** The form of a live that there is. Its introduction comes under two names (LIVE-031). */
export function valuesOf(live: EditedLive): LiveFormValues {
  return {
    subject: live.subject,
    type: live.type,
    startTime: live.startTime,
    liveMode: live.vhallExtendInfo.liveMode,
    shareScope: live.shareScope,
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

/** What the calls take of the form. */
export interface LivePayload {
  readonly subject: string
  readonly type: LiveFormType
  readonly startTime?: number
  readonly liveMode: LiveMode
  readonly shareScope: ShareScope
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

const isEmpty = (value: unknown) => value === '' || value === null || value === undefined

/**
 * What is sent: nothing that is empty but 0, numbers as numbers, the start in milliseconds (LIVE-101). The introduction
 * goes under the name that the supplier's family has for it (LIVE-031). Call it with values that have no problem.
 */
export function payloadOf({ lecturers, desc, ...values }: LiveFormValues, supplier: Supplier): LivePayload {
  const digits = (text: string) => (text.trim() === '' ? undefined : Number(text))
  const all = {
    ...values,
    subject: values.subject.trim(),
    [isLegacy(supplier) ? 'genseeDesc' : 'desc']: desc.trim(),
    lecturerDesc: values.lecturerDesc.trim(),
    // A live that begins at once has no time but the moment of its creation.
    startTime: values.type === 1 ? undefined : values.startTime,
    estimateDuration: digits(values.estimateDuration),
    planNumber: digits(values.planNumber),
    lecturerIds: lecturers.map(({ id }) => id),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => !isEmpty(value))) as unknown as LivePayload
}
