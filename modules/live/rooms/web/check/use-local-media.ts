import { useSyncExternalStore } from 'react'
import type { LocalMedia, LocalMediaState } from '../media/local-media.ts'

export function useLocalMedia(local: LocalMedia): LocalMediaState {
  return useSyncExternalStore(local.subscribe, local.get, local.get)
}
