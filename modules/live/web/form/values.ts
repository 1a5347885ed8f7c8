/** What stands in the live form, and what of it is sent. Pure: the form, its tests and the modal read the same rules. */

export type LiveFormType = 1 | 2
export type LiveMode = 1 | 2 | 3
export type ShareScope = 1 | 2 | 3
export type ExecutionMode = 0 | 1 | 2

/** How the form is open: for a new live, to change one, to submit one for review again, or to look at one. */
export type FormMode = 'detail' | 'edit' | 'resubmit' | 'view'

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
  estimateDuration: '90',
  planNumber: '',
  desc: '',
  lecturerDesc: '',
  cover: '',
  coverPath: '',
}

/** A live as answers have it, as far as the form shows it. */
export interface EditedLive {
  readonly subject: string
  readonly startTime: number | null
  readonly estimateDuration: number | null
  readonly planNumber: number | null
  readonly shareScope: number
  readonly executionMode: number
  readonly desc?: string | null
  readonly genseeDesc?: string | null
  readonly lecturerDesc: string | null
  readonly cover: string | null
  readonly coverPath: string | null
  readonly vhallExtendInfo: { readonly liveMode: number } | null
}

const numberText = (value: number | null) => (value === null ? '' : String(value))

/** The form of a live that there is: its introduction comes under two names (LIVE-031), and it keeps its time (LIVE-106). */
export function valuesOf(live: EditedLive): LiveFormValues {
  return {
    subject: live.subject,
    type: 2,
    startTime: live.startTime,
    liveMode: (live.vhallExtendInfo?.liveMode as LiveMode | undefined) ?? null,
    shareScope: live.shareScope as ShareScope,
    executionMode: live.executionMode as ExecutionMode,
    estimateDuration: numberText(live.estimateDuration),
    planNumber: numberText(live.planNumber),
    desc: live.desc ?? live.genseeDesc ?? '',
    lecturerDesc: live.lecturerDesc ?? '',
    cover: live.cover ?? '',
    coverPath: live.coverPath ?? '',
  }
}

export interface LivePayload {
  readonly subject?: string
  readonly type?: LiveFormType
  readonly startTime?: number
  readonly liveMode?: LiveMode
  readonly shareScope?: ShareScope
  readonly executionMode?: ExecutionMode
  readonly estimateDuration?: number
  readonly planNumber?: number
  readonly desc?: string
  readonly lecturerDesc?: string
  readonly cover?: string
  readonly coverPath?: string
}

const isEmpty = (value: unknown) => value === '' || value === null || value === undefined

/** What is sent: nothing that is empty but 0, numbers as numbers, the start in milliseconds (LIVE-101). */
export function payloadOf(values: LiveFormValues): LivePayload {
  const digits = (text: string) => (text.trim() === '' ? undefined : Number(text))
  const all = {
    ...values,
    subject: values.subject.trim(),
    desc: values.desc.trim(),
    lecturerDesc: values.lecturerDesc.trim(),
    // A live that begins at once has no time but the moment of its creation.
    startTime: values.type === 1 ? undefined : values.startTime,
    estimateDuration: digits(values.estimateDuration),
    planNumber: digits(values.planNumber),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => !isEmpty(value))) as LivePayload
}
