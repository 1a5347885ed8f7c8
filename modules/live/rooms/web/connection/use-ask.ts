import { useCallback, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { notify } from '#web/ui/notify.ts'
import type { RoomOp } from '../../contract/policy.ts'
import { useRoom } from '../state/room-store.ts'
import { Refused } from './channel.ts'

/** Whether the room would take this from the person in front of the screen, as the server has said. */
export function useMay(op: RoomOp): boolean {
  return useRoom((view) => view.may.includes(op))
}

/** Says what went wrong; the room's own words where it refused. */
export function useFailureNotice(): (failure: unknown) => void {
  const t = useText('rooms')
  return useCallback(
    (failure) => notify('error', failure instanceof Refused && failure.message ? failure.message : t('away.request')),
    [t],
  )
}

/** Runs what asks the room, says its failure, and tells that it is under way. Resolves to whether it was done. */
export function useDoing(): readonly [busy: boolean, run: (work: () => Promise<unknown>) => Promise<boolean>] {
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
