import { useCallback, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { notify } from '#web/ui/notify.ts'
import type { RoomOp } from '../../contract/policy.ts'
import { useRoom } from '../state/room-store.ts'
import { Refused } from './channel.ts'

/** Whether the server accepts this operation from the current person. */
export function useAllowed(op: RoomOp): boolean {
  return useRoom((view) => view.may.includes(op))
}

/** Shows an error; after a refusal, the room's own message. */
export function useFailureNotice(): (failure: unknown) => void {
  const t = useText('rooms')
  return useCallback(
    (failure) => notify('error', failure instanceof Refused && failure.message ? failure.message : t('away.request')),
    [t],
  )
}

/** Runs a request, shows its failure, and reports that it is busy. Resolves to whether it succeeded. */
export function useAction(): readonly [busy: boolean, run: (work: () => Promise<unknown>) => Promise<boolean>] {
  const [busy, setBusy] = useState(false)
  const say = useFailureNotice()
  const run = useCallback(
    async (work: () => Promise<unknown>) => {
      setBusy(true)
      try {
        await work()
        return true
      } catch (failure) {
        say(failure)
        return false
      } finally {
        setBusy(false)
      }
    },
    [say],
  )
  return [busy, run]
}
