import { useCallback, useEffect, useState } from 'react'
import { useRoomSession } from '../connection/room-session.ts'

/** The address of the deck; requested once, and again after it expires. */
export function useDeckAddress(fileId: string | null): {
  readonly address: string | undefined
  readonly renew: () => Promise<string>
} {
  const { request } = useRoomSession()
  const [known, setKnown] = useState<{ fileId: string; address: string }>()
  const renew = useCallback(async () => {
    const { url } = await request('slides.address', { fileId: fileId ?? '' })
    return url
  }, [request, fileId])
  useEffect(() => {
    if (fileId === null) return
    let left = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const read = async () => {
      try {
        const address = await renew()
        if (!left) setKnown({ fileId, address })
      } catch {
        // The connection to the room is lost for a moment.
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
