/** The actions of the live form: check, apply or create, wait for the room, enter or share. */
import { useEffect, useRef, useState } from 'react'
import { checkTexts } from '#modules/platform/words/web.tsx'
import { CallError, isRefusal } from '#web/api/call-error.ts'
import { call, q, queryClient } from '#web/api/query.ts'
import { textOf } from '#web/i18n/texts.ts'
import { notify } from '#web/ui/notify.ts'
import { legacyCodes, NAME_EXISTS } from '../../contract/codes.ts'
import type { Live, LiveCopy } from '../../contract/shapes.ts'
import type { Supplier } from '../../contract/states.ts'
import { bothFamiliesAreOld, liveCalls } from '../calls.ts'
import { livePaths } from '../paths.ts'
import { entryOf, type FormButton, organizerIdentity, urlTypeOf } from './buttons.ts'
import type { Hits } from './LiveForm.tsx'
import { pollUntilReady } from './polling.ts'
import { openRoomWindow, type RoomWindow } from './room-window.ts'
import { type FieldName, type Problems, problemsOf } from './rules.ts'
import { type LiveFormValues, newLive, payloadOf, valuesOf, valuesOfCopy } from './values.ts'

interface Application {
  readonly supplier: Supplier
  readonly approval: boolean
  /** The existing live session; none for a new one. */
  readonly live: Live | undefined
  /** The live session that a new one is a copy of, and the form that it has. */
  readonly copied: { readonly id: string; readonly form: LiveCopy } | undefined
  readonly onClose: () => void
  /** The field with the first problem takes the focus. */
  readonly onProblem: (field: FieldName) => void
}

/** The codes for an existing name in both path families (LIVE-103). */
const taken = [NAME_EXISTS, ...legacyCodes.filter(([own]) => own === NAME_EXISTS).map(([, legacy]) => legacy)]

const none: Problems = new Map()

/** What a copy takes over without a field in the form. */
const copyOf = ({ id, form }: { readonly id: string; readonly form: LiveCopy }) => ({
  copyOf: id,
  ...(form.liveType === 2 && { liveType: 2 as const, externalUrl: form.externalUrl ?? '' }),
})

/** After a network failure the room may still appear, so the polling continues. */
const mayPass = (error: unknown) => error instanceof CallError && error.kind !== 'refused'

export function useApplication({ supplier, approval, live, copied, onClose, onProblem }: Application) {
  const [values, setValues] = useState<LiveFormValues>(() => {
    const first = live ? valuesOf(live) : copied ? valuesOfCopy(copied.form) : newLive
    // A live session that needs approval cannot start at once (LIVE-106).
    return approval ? { ...first, type: 2 } : first
  })
  const [problems, setProblems] = useState(none)
  const [hits, setHits] = useState<Hits>(new Map())
  const [busy, setBusy] = useState<FormButton>()
  const [approving, setApproving] = useState(false)
  const [shared, setShared] = useState<Live>()
  const closing = useRef(new AbortController())
  useEffect(() => {
    // Created again whenever the form opens (LIVE-126).
    const controller = new AbortController()
    closing.current = controller
    return () => controller.abort()
  }, [])
  const calls = liveCalls(supplier)

  const change = (part: Partial<LiveFormValues>) => {
    setValues((before) => ({ ...before, ...part }))
    setProblems((before) => new Map([...before].filter(([name]) => !(name in part))))
    setHits((before) => new Map([...before].filter(([name]) => !(name in part))))
  }
  const show = (found: Problems) => {
    setProblems(found)
    const [first] = found.keys()
    if (first !== undefined) onProblem(first)
    return first === undefined
  }
  /** LIVE-102: a form with problems is not sent. An existing live session keeps its day. */
  const isRight = () => {
    const found = new Map(problemsOf(values, Date.now()))
    if (live && values.startTime === live.startTime) found.delete('startTime')
    return show(found)
  }
  const wordsAreRight = async () => {
    const { subject, desc, lecturerDesc } = values
    const found = await checkTexts({ subject, desc, lecturerDesc })
    setHits(found)
    return found.size === 0
  }
  const body = () => ({ ...payloadOf(values, supplier) })
  const newBody = () => ({ ...body(), supplier, ...(copied && copyOf(copied)) })
  const update = (id: string, extra: { autoPublish?: 1 } = {}) =>
    call(calls.update, { params: { id }, body: { ...body(), ...extra } }, bothFamiliesAreOld)

  /** Creates the live session and waits for its room (LIVE-122 to LIVE-124). */
  const create = async (): Promise<Live | undefined> => {
    const { signal } = closing.current
    const { id } = await call(calls.apply, { body: newBody() }, { ...bothFamiliesAreOld, signal })
    // An external one has no room to wait for.
    if (copied?.form.liveType === 2) return call(calls.live, { params: { id } })
    const question = q(calls.live, { params: { id } }, { quiet: true, handles: 'all' })
    const ask = () => queryClient.fetchQuery(question)
    signal.addEventListener('abort', () => void queryClient.cancelQueries({ queryKey: question.queryKey }))
    const made = await pollUntilReady({ ask, signal, mayPass })
    if (!made && !signal.aborted) notify('error', textOf('kit', 'ui.live-request-timeout'))
    return made
  }
  const enter = async (made: Live, entry: 'host' | 'lecturer', room: RoomWindow) => {
    const query = { identity: organizerIdentity, urlType: urlTypeOf[entry] }
    const urls = await call(calls.enterUrl, { params: { id: made.id }, query })
    room.leadTo(entryOf(urls, made.executionMode))
  }
  const work: Readonly<Record<Exclude<FormButton, 'apply'>, (room: RoomWindow | undefined) => Promise<void>>> = {
    async save() {
      if (!live) return
      await update(live.id)
      notify('success', textOf('kit', 'ui.modified-successfully'))
      onClose()
    },
    async confirm(room) {
      const made = await create()
      if (!made) return room?.close()
      if (room) {
        room.leadTo(`${location.origin}/#${livePaths.action(made.id, made.supplier)}`)
        return onClose()
      }
      notify('success', textOf('kit', 'ui.reservation-successful'))
      setShared(made)
    },
    async host(room) {
      const made = await create()
      if (!made || !room) return room?.close()
      await enter(made, 'host', room)
      onClose()
    },
    async lecturer(room) {
      const made = await create()
      if (!made || !room) return room?.close()
      await enter(made, 'lecturer', room)
      onClose()
    },
  }
  const refused = (error: unknown) => {
    const isTaken = taken.some((code) => isRefusal(error, code))
    if (isTaken) show(new Map([['subject', { key: 'subjectTaken' }]]))
  }
  const press = async (button: FormButton) => {
    if (busy || !isRight()) return
    const opensRoom = button === 'host' || button === 'lecturer' || (button === 'confirm' && values.type === 1)
    const room = opensRoom ? openRoomWindow() : undefined
    setBusy(button)
    try {
      if (!(await wordsAreRight())) return room?.close()
      if (button === 'apply') setApproving(true)
      else await work[button](room)
    } catch (error) {
      // The call has already shown the error; the form stays open.
      room?.close()
      refused(error)
    } finally {
      setBusy(undefined)
    }
  }
  /** LIVE-111 to LIVE-113: an existing live session is submitted again, and published after its approval. */
  const submit = async () => {
    try {
      if (live) await update(live.id, { autoPublish: 1 })
      else await call(calls.apply, { body: newBody() }, bothFamiliesAreOld)
      notify('success', textOf('kit', live ? 'ui.resubmitted' : 'ui.submitted-for-approval'))
      onClose()
    } catch (error) {
      setApproving(false)
      refused(error)
    }
  }
  return {
    ...{ values, problems, hits, busy, approving, shared, change, press, submit },
    /** The room is being created. */
    waits: busy === 'confirm' || busy === 'host' || busy === 'lecturer',
    thinkAgain: () => setApproving(false),
  }
}
