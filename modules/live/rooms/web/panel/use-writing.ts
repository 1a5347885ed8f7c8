/** Sends texts to the room, one at a time, and shows the room's refusals. */
import { useEffect, useState } from 'react'
import { SENSITIVE_WORDS } from '#kit/errors.ts'
import type { Hit } from '#modules/platform/words/contract.ts'
import { SLOW_MODE } from '../../contract/errors.ts'
import { Refused } from '../connection/channel.ts'
import { useFailureNotice } from '../connection/use-request.ts'

export interface Writing {
  readonly text: string
  readonly write: (text: string) => void
  readonly send: () => Promise<boolean>
  readonly busy: boolean
  /** The refused text, and the positions of its sensitive words. */
  readonly refused: { readonly text: string; readonly hits: readonly Hit[] } | undefined
  /** Slow mode: seconds until the next text. */
  readonly waitSeconds: number
}

/** After an accepted text the next may follow in `slowSeconds`. */
export function useWriting(deliver: (text: string) => Promise<unknown>, slowSeconds: number): Writing {
  const say = useFailureNotice()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<Writing['refused']>()
  const [waitSeconds, setWaitSeconds] = useState(0)
  useEffect(() => {
    if (waitSeconds <= 0) return
    const timer = setTimeout(() => setWaitSeconds(waitSeconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [waitSeconds])

  const fail = (failure: unknown, sent: string) => {
    if (!(failure instanceof Refused)) return say(failure)
    if (failure.code === SLOW_MODE.code) setWaitSeconds(Number(failure.data.seconds ?? 1))
    const fields = (failure.data.fields ?? []) as readonly { hits?: readonly Hit[] }[]
    if (failure.code === SENSITIVE_WORDS.code)
      setRefused({ text: sent, hits: fields.flatMap((field) => field.hits ?? []) })
    else say(failure)
  }
  const send = async () => {
    const sent = text.trim()
    if (sent === '' || busy || waitSeconds > 0) return false
    setBusy(true)
    try {
      await deliver(sent)
      setText('')
      setRefused(undefined)
      setWaitSeconds(slowSeconds)
      return true
    } catch (failure) {
      fail(failure, sent)
      return false
    } finally {
      setBusy(false)
    }
  }
  const write = (next: string) => {
    setText(next)
    setRefused(undefined)
  }
  return { text, write, send, busy, refused, waitSeconds }
}
