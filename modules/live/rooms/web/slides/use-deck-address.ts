import { useCallback, useEffect, useState } from 'react'
import { useRoomSession } from '../connection/room-session.ts'

/** Where the deck is read from; asked for once, and again when the address is over. */
export function useDeckAddress(fileId: string | null): {
  readonly address: string | undefined
  readonly renew: () => Promise<string>
} {
  const { ask } = useRoomSession()
  const [known, setKnown] = useState<{ fileId: string; address: string }>()
  const renew = useCallback(async () => {
    const { url } = await ask('slides.address', { fileId: fileId ?? '' })
    return url
  }, [ask, fileId])
  useEffect(() => {
    if (fileId === null) return
    let left = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = async () => {
      try {
        const address = await renew()
        if (!left) setKnown({ fileId, address })
      } catch {
        // Away from the room for a moment.
        if (!left) timer = setTimeout(() => void read(), 2000)
      }
    }
    void read()
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [fileId, renew])
  return { address: known && known.fileId === fileId ? known.address : undefined, renew }
}
